<?php

declare(strict_types=1);

namespace Crediario\Connector;

/** No answer, or none that decides anything: whether it happened is unknown, and the same call again finds out. */
final class Unavailable extends \RuntimeException
{
}

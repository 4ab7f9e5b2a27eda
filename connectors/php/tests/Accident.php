<?php

declare(strict_types=1);

namespace Crediario\ConnectorTests;

/** The process ended here. */
final class Accident extends \RuntimeException
{
}

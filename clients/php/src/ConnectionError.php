<?php

declare(strict_types=1);

namespace Crediario;

/** No answer came: the network failed, or the time was up. Whether the call was carried out is not known. */
final class ConnectionError extends \RuntimeException
{
}

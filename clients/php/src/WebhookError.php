<?php

declare(strict_types=1);

namespace Crediario;

/** The message is not to be believed, or not any more. */
final class WebhookError extends \RuntimeException
{
}

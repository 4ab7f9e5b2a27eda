<?php

declare(strict_types=1);

namespace Crediario;

/** The message cannot be trusted, or is too old. */
final class WebhookError extends \RuntimeException
{
}

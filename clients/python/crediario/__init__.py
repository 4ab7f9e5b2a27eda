"""Calls for the Crediário service, and verification of its webhooks. Only the standard library is used."""
from .client import Client
from .errors import ConnectionFailed, CrediarioError, WebhookError
from .operations import API_VERSION
from .webhooks import verify_webhook

__all__ = ["API_VERSION", "Client", "ConnectionFailed", "CrediarioError", "WebhookError", "verify_webhook"]

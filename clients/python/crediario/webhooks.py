import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Optional, Sequence, Union

from .errors import WebhookError

_PREFIX = "whsec_"


def verify_webhook(
    headers: Mapping[str, str],
    body: Union[bytes, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: int = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """The event, when the message was signed with the endpoint's secret within the last minutes.

    `body` is what arrived, to the byte. While a secret is being replaced, both may be given.
    """
    raw = body.encode() if isinstance(body, str) else body
    message_id = _read_header(headers, "webhook-id")
    timestamp = _read_header(headers, "webhook-timestamp")
    signatures = _read_header(headers, "webhook-signature")
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookError("webhook-timestamp is not a number of seconds")
    age = (time.time() if now is None else now) - int(timestamp)
    if abs(age) > tolerance:
        raise WebhookError("the message is too old" if age > 0 else "the message is from the future")
    head = f"{message_id}.{timestamp}.".encode()
    secrets = [secret] if isinstance(secret, str) else secret
    expected = [_sign(each, head + raw) for each in secrets]
    # All are compared with all: how long it takes tells nothing.
    matches = [hmac.compare_digest(one.encode(), other) for one in signatures.split(" ") for other in expected]
    if True not in matches:
        raise WebhookError("no signature fits the message")
    try:
        event = json.loads(raw)
    except ValueError:
        raise WebhookError("the message is not JSON") from None
    return event


def _read_header(headers: Mapping[str, str], name: str) -> str:
    for key, value in headers.items():
        plain = key.lower().replace("_", "-")
        if plain in (name, f"http-{name}") and value:
            return value
    raise WebhookError(f"{name} is missing")


def _sign(secret: str, message: bytes) -> bytes:
    text = secret[len(_PREFIX) :] if secret.startswith(_PREFIX) else secret
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise ValueError("the secret of an endpoint begins with whsec_")
    return b"v1," + base64.b64encode(hmac.new(key, message, hashlib.sha256).digest())

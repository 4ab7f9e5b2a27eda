import json
from typing import Any, Dict, List, Mapping, Optional


class CrediarioError(Exception):
    """A refusal of the service. `code` is stable and meant for programs; quote `track_id` when asking about it."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        answer = _parse_object(body)
        message = answer.get("message")
        super().__init__(message if isinstance(message, str) else f"the service answered {status}")
        self.status = status
        self.code: str = answer["code"] if isinstance(answer.get("code"), str) else "unreadable_answer"
        details = answer.get("details")
        self.details: List[Dict[str, str]] = details if isinstance(details, list) else []
        self.track_id: Optional[str] = answer.get("trackId") or headers.get("x-track-id")
        wait = headers.get("retry-after") or ""
        #: How long to wait before the same call is worth repeating.
        self.retry_after: Optional[int] = int(wait) if wait.isdigit() else None


class ConnectionFailed(Exception):
    """No answer came: the network failed, or the time was up. Whether the call was carried out is not known."""


class WebhookError(Exception):
    """The message cannot be trusted, or is too old."""


def _parse_object(body: bytes) -> Dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}

import http.client
import json
import random
import time
import uuid
from typing import Any, Dict, Mapping, Optional, Union
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, Request, build_opener

from .errors import ConnectionFailed, CrediarioError
from .operations import API_VERSION, Operations

_FIRST_WAIT = 0.25
_LONGEST_WAIT = 5.0
# A longer Retry-After is passed on to the caller instead of waited for.
_LONGEST_RETRY_AFTER = 30
# Refusals that end by themselves. A 409 is one of them only when it says when to come back.
_PASSING_STATUSES = {408, 429, 502, 503, 504}
_CHUNK_BYTES = 65536


class _NoRedirects(HTTPRedirectHandler):
    """A redirect would lead the key elsewhere."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Client(Operations):
    """The interface of a Crediário service, with a secret key.

    A refusal is raised as CrediarioError, the lack of an answer as ConnectionFailed. Calls are repeated only where that is
    safe: every one that changes something carries one Idempotency-Key for all of its attempts, so that the service does it
    once. `timeout` is of each attempt, in seconds.
    """

    def __init__(self, base_url: str, api_key: str, *, timeout: float = 30.0, retries: int = 2) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._retries = retries
        self._opener = build_opener(_NoRedirects)

    def _call(
        self,
        method: str,
        path: str,
        *,
        body: Optional[Mapping[str, Any]] = None,
        query: Optional[Mapping[str, Any]] = None,
        is_repeatable: bool = False,
        is_binary: bool = False,
        idempotency_key: Optional[str] = None,
        timeout: Optional[float] = None,
        retries: Optional[int] = None,
    ) -> Any:
        headers = {"x-service-apikey": self._api_key, "x-service-version": API_VERSION}
        key = idempotency_key if is_repeatable else idempotency_key or str(uuid.uuid4())
        if method == "POST" and key is not None:
            headers["Idempotency-Key"] = key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = self._base_url + path + (f"?{urlencode(given)}" if given else "")
        limit = self._timeout if timeout is None else timeout
        attempts = 1 + (self._retries if retries is None else retries)
        for attempt in range(attempts):
            try:
                answer = self._send(Request(url, data=data, headers=headers, method=method), limit)
            except (CrediarioError, ConnectionFailed) as error:
                wait = _compute_wait(error, attempt)
                if attempt + 1 == attempts or wait is None:
                    raise
                time.sleep(wait)
                continue
            return answer if is_binary else _parse(answer)
        raise ValueError("retries must not be negative")

    def _send(self, request: Request, timeout: float) -> bytes:
        deadline = time.monotonic() + timeout
        try:
            with self._opener.open(request, timeout=timeout) as response:
                return _read(response, deadline)
        except HTTPError as error:
            with error:
                body = _read_refusal(error, deadline)
                raise CrediarioError(error.code, _lower_names(error.headers), body) from None
        except (OSError, http.client.HTTPException) as error:
            raise ConnectionFailed(str(error) or type(error).__name__) from error


def _read(response: Any, deadline: float) -> bytes:
    """Piece by piece: the time-out of a socket counts from the last byte that came."""
    pieces = []
    while True:
        piece = response.read1(_CHUNK_BYTES)
        if not piece:
            break
        pieces.append(piece)
        if time.monotonic() > deadline:
            raise ConnectionFailed("the answer took too long")
    body = b"".join(pieces)
    length = response.headers.get("content-length")
    if length is not None and length.isdigit() and int(length) != len(body):
        raise ConnectionFailed("the answer is incomplete")
    return body


def _read_refusal(error: HTTPError, deadline: float) -> bytes:
    try:
        return _read(error, deadline)
    except (OSError, http.client.HTTPException, AttributeError, ConnectionFailed):
        return b""


def _lower_names(headers: Any) -> Dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _parse(answer: bytes) -> Any:
    try:
        return json.loads(answer)
    except ValueError:
        raise ConnectionFailed("the answer is not JSON") from None


def _compute_wait(error: Union[CrediarioError, ConnectionFailed], attempt: int) -> Optional[float]:
    """None when another attempt would fail like this one."""
    # Random, so that callers whom one failure stopped do not come back together.
    back_off = min(_LONGEST_WAIT, _FIRST_WAIT * 2**attempt) * random.uniform(0.5, 1)
    if isinstance(error, ConnectionFailed):
        return back_off
    asked = error.retry_after
    is_passing = error.status in _PASSING_STATUSES or (error.status == 409 and asked is not None)
    if not is_passing or (asked or 0) > _LONGEST_RETRY_AFTER:
        return None
    return max(float(asked or 0), back_off)

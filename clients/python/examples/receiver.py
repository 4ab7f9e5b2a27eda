"""A receiver of webhooks: python3 receiver.py [PORT]"""
import os
import sys
import tempfile
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True  # no __pycache__ in the folder of the client
from crediario import WebhookError, verify_webhook  # noqa: E402

folder = Path(tempfile.gettempdir())
secret_file = Path(os.environ.get("SECRET_FILE", folder / "crediario-secret"))
events_file = Path(os.environ.get("EVENTS_FILE", folder / "crediario-events"))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        try:
            event = verify_webhook(self.headers, body, secret_file.read_text().strip())
        except WebhookError:
            self.answer(401)
            return
        # In a shop: a table in which eventId is unique, because a message may arrive twice.
        with events_file.open("a") as events:
            events.write(f"{event['type']} {event['transactionId']}\n")
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


port = int(sys.argv[1]) if len(sys.argv) > 1 else 8080
ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()

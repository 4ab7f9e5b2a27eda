"""A whole purchase in the sandbox, from the decision to the event that reports it:
  python3 receiver.py &  then  python3 purchase.py
BASE_URL, API_KEY, RECEIVER_URL, SECRET_FILE and EVENTS_FILE change where things are.
"""
import os
import sys
import tempfile
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
sys.dont_write_bytecode = True  # no __pycache__ in the folder of the client
from crediario import Client, CrediarioError  # noqa: E402

folder = Path(tempfile.gettempdir())
secret_file = Path(os.environ.get("SECRET_FILE", folder / "crediario-secret"))
events_file = Path(os.environ.get("EVENTS_FILE", folder / "crediario-events"))
credit = Client(
    os.environ.get("BASE_URL", "http://127.0.0.1:3000"),
    os.environ.get("API_KEY", "sk_homolog_demo_0000000000000000000000000000"),
)

endpoint = credit.create_endpoint(
    {"url": os.environ.get("RECEIVER_URL", "http://127.0.0.1:8080/"), "events": ["transaction.approved"]}
)
secret_file.write_text(endpoint["secret"])

person = credit.sandbox_give_person({"persona": "001"})
contact = {name: person[name] for name in ("cpf", "phone", "email", "zipCode")}
print("decision:", credit.pre_approve({**contact, "source": "checkout", "price": 2000})["result"])

address = {
    name: person[name] for name in ("addressStreet", "addressNumber", "addressComplement", "city", "state")
}
quote = credit.options(
    {
        **contact,
        **address,
        "source": "checkout",
        "device": "mobile",
        "products": [{"id": "sku-1", "name": "Geladeira", "amount": 1, "value": 1959.9}],
        "shipping": 40.1,
    }
)
groups = [group for group in quote["downPaymentOptions"] if group["downPaymentPercentage"] > 0]
option = groups[0]["options"][0]

try:
    credit.authorize({"optionId": option["_id"], "orderId": ""})
except CrediarioError as error:
    print("refused:", error.status, error.code, error.details[0]["field"])
sale = credit.authorize({"optionId": option["_id"], "orderId": f"order-{uuid.uuid4()}"})
transaction = sale["transactionId"]
credit.sandbox_play_customer(transaction, {"until": "ENTRY"})
billet = credit.read_transaction(transaction)["downPaymentBillet"]
credit.sandbox_pay_billet(billet["id"], {"method": "PIX"})
print("status:", credit.read_status(transaction)["status"])
print("billets:", credit.download_billets(transaction)[:5].decode())

until = time.monotonic() + 30
events = ""
while transaction not in events and time.monotonic() < until:
    time.sleep(0.1)
    events = events_file.read_text() if events_file.exists() else ""
print("event:", "verified" if f"transaction.approved {transaction}" in events else "missing")
credit.delete_endpoint(endpoint["id"])

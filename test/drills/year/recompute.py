"""Recomputes the totals of a lender's exports with Python's standard library alone.

    python3 recompute.py FOLDER

The folder holds what `books export` wrote for every month (journal, trial balance, revenue, contracts), `loans.jsonl`
(one `loan show --json` to a line), document 3040 of every month and the shops' statements. Prints figures and defects as JSON. Nothing here is
shared with the program: rounding, calendar and formulas are written anew.
"""

import csv
import json
import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal, getcontext
from pathlib import Path

getcontext().prec = 50

# Kinds of accounts that belong to one contract each; the snapshot has a column for each of them.
COLUMNS = {
    "customer": "customer",
    "unearned-interest": "unearned_interest",
    "deferred-fee": "deferred_fee",
    "deferred-retention": "deferred_retention",
    "deferred-cost": "deferred_cost",
    "deferred-late-charges": "deferred_late_charges",
    "restructuring": "restructuring",
    "memo-written-off": "written_off",
}

# BCB 352, consumer credit without collateral (C5): percent of the carrying amount by days of delay.
BANDS = ((14, "1.9"), (30, "7.5"), (60, "15"), (90, "38"))
PROBLEM = Decimal("53.4")
DEFAULT_DAY = 91


def centavos(text):
    return int((Decimal(text or "0") * 100).to_integral_value())


def half_up(value):
    return int(value.to_integral_value(rounding=ROUND_HALF_UP))


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Checks:
    def __init__(self):
        self.figures = defaultdict(int)
        self.defects = []

    def equal(self, what, expected, found):
        self.figures["comparisons"] += 1
        if expected != found:
            self.defects.append(f"{what}: recomputed {expected}, exported {found}")


def month_end(month):
    year, number = map(int, month.split("-"))
    following = date(year + number // 12, number % 12 + 1, 1)
    return following - timedelta(days=1)


def kind_of(account):
    return account.split(":")[0]


def check_journal(checks, month, rows, balances):
    """Every entry adds up to zero; returns debits and credits by kind and adds to the balances of accounts."""
    entries = defaultdict(int)
    moved = defaultdict(lambda: [0, 0])
    for row in rows:
        debit, credit = centavos(row["debit"]), centavos(row["credit"])
        entries[row["entry_id"]] += debit - credit
        moved[kind_of(row["account"])][0] += debit
        moved[kind_of(row["account"])][1] += credit
        balances[row["account"]] += debit - credit
        checks.equal(f"{month}: month of entry {row['entry_id']}", month, row["booked_on"][:7])
        # What is told late counts in the open month, and never before it happened.
        if row["value_date"] > row["booked_on"]:
            checks.defects.append(f"{month}: entry {row['entry_id']} counts before it happened")
    for entry, total in entries.items():
        checks.equal(f"{month}: entry {entry}", 0, total)
    checks.figures["entries"] += len(entries)
    return moved


def check_trial_balance(checks, month, rows, moved, closings):
    seen = set()
    for row in rows:
        kind = row["account"]
        seen.add(kind)
        debit, credit = moved.get(kind, (0, 0))
        checks.equal(f"{month}: opening of {kind}", closings[kind], centavos(row["opening"]))
        checks.equal(f"{month}: debits of {kind}", debit, centavos(row["debit"]))
        checks.equal(f"{month}: credits of {kind}", credit, centavos(row["credit"]))
        closings[kind] += debit - credit
        checks.equal(f"{month}: closing of {kind}", closings[kind], centavos(row["closing"]))
    for kind in moved:
        if kind not in seen:
            checks.defects.append(f"{month}: {kind} is missing from the trial balance")
    checks.equal(f"{month}: sum of the trial balance", 0, sum(closings.values()))


def check_contracts(checks, month, rows, balances, closings):
    """The snapshot is the sub-ledger of every contract, and adds up to the trial balance."""
    sums = defaultdict(int)
    for row in rows:
        transaction = row["transaction_id"]
        for kind, column in COLUMNS.items():
            found = centavos(row[column])
            sums[kind] += found
            checks.equal(f"{month}: {kind} of {transaction}", balances[f"{kind}:{transaction}"], found)
        gross = sum(centavos(row[each]) for each in ("customer", "unearned_interest", "restructuring"))
        checks.equal(f"{month}: carrying amount of {transaction}", gross, centavos(row["gross_carrying_amount"]))
        sums["allowance"] += centavos(row["provision"])
        checks.equal(
            f"{month}: allowance of {transaction}",
            -balances[f"allowance:{transaction}"],
            centavos(row["provision"]),
        )
    for kind in COLUMNS:
        checks.equal(f"{month}: contracts against {kind}", closings[kind], sums[kind])
    checks.equal(f"{month}: contracts against the allowance", -closings["allowance"], sums["allowance"])
    checks.figures["contracts at month ends"] += len(rows)


def completed_months(since, until):
    """A month from the 31st is complete on the last day of a shorter one."""
    months = (until.year - since.year) * 12 + until.month - since.month
    is_last_day = (until + timedelta(days=1)).day == 1
    return months - 1 if until.day < since.day and not is_last_day else months


def provision_percent(days, stage, end):
    if days >= DEFAULT_DAY:
        defaulted = end - timedelta(days=days - DEFAULT_DAY)
        months = completed_months(defaulted, end)
        base = Decimal(100) if months >= 15 else min(Decimal(100), 50 + Decimal("3.4") * months)
        return min(Decimal(100), base + Decimal("3.4"))
    if stage == 3:
        return PROBLEM
    for longest, percent in BANDS:
        if days <= longest:
            return Decimal(percent)
    raise ValueError(days)


def check_provisions(checks, month, rows):
    end = month_end(month)
    for row in rows:
        gross, stage = centavos(row["gross_carrying_amount"]), int(row["stage"] or 0)
        if gross <= 0 or stage == 0:
            continue
        percent = provision_percent(int(row["days_past_due"]), stage, end)
        expected = half_up(Decimal(gross) * percent / 100)
        checks.equal(f"{month}: provision of {row['transaction_id']}", expected, centavos(row["provision"]))
        checks.figures["provisions"] += 1


def check_revenue(checks, month, rows, moved):
    total = iss = 0
    for row in rows:
        if row["account"] == "total":
            checks.equal(f"{month}: revenue", total, centavos(row["revenue"]))
            checks.equal(f"{month}: base of PIS/COFINS", total, centavos(row["pis_cofins_base"]))
            checks.equal(f"{month}: base of ISS", iss, centavos(row["iss_base"]))
            continue
        debit, credit = moved.get(row["account"], (0, 0))
        checks.equal(f"{month}: revenue of {row['account']}", credit - debit, centavos(row["revenue"]))
        total += credit - debit
        if row["account"] == "fee-income":
            iss += credit - debit


def present_value(loan, open_by_number, day):
    """On the contract's own scale of time: a month from due date to due date, 30 days make a month before the first."""
    dues = [date.fromisoformat(row["dueDate"]) for row in loan["schedule"]]
    rate = 1 + Decimal(str(loan["interestRatePM"])) / 100
    first = Decimal((dues[0] - loan["released"]).days) / 30
    times = [first + number for number in range(len(dues))]
    if day <= dues[0]:
        now = first - Decimal((dues[0] - day).days) / 30
    else:
        last = max(number for number, due in enumerate(dues) if due <= day)
        if last == len(dues) - 1:
            now = times[last]
        else:
            now = times[last] + Decimal((day - dues[last]).days) / (dues[last + 1] - dues[last]).days
    total = 0
    for number, due in enumerate(dues):
        face = open_by_number[number]
        total += face if due <= day else half_up(Decimal(face) * rate ** (now - times[number]))
    return total


def check_carrying_amounts(checks, month, rows, loans):
    """The books carry what an early settlement would cost, without charges for a delay."""
    end = month_end(month)
    for row in rows:
        loan = loans.get(row["transaction_id"])
        # Problem assets earn only what is received; agreements carry what was lost when they were made.
        if loan is None or row["stage"] == "3" or row["is_agreement"] == "true" or row["accelerated_on"]:
            continue
        paid = defaultdict(int)
        for payment in loan["payments"]:
            if date.fromisoformat(payment["paidOn"]) <= end:
                paid[payment["installmentNumber"]] += payment["faceCentavos"] + payment["discountCentavos"]
        faces = [each["installmentCentavos"] - paid[each["number"]] for each in loan["schedule"]]
        if sum(faces) != centavos(row["customer"]):
            # A rest was waived, or money was given back: the schedule alone does not tell the day.
            checks.figures["carrying amounts left out"] += 1
            continue
        expected = present_value(loan, faces, end)
        checks.equal(f"{month}: payoff of {row['transaction_id']}", expected, centavos(row["gross_carrying_amount"]))
        checks.figures["carrying amounts"] += 1


def check_statement(checks, path, statement):
    balance = half_up(Decimal(str(statement["openingBalance"])) * 100)
    for line in statement["lines"]:
        balance += half_up(Decimal(str(line["amount"])) * 100)
        checks.equal(f"{path.name}: balance after {line['date']}", balance, half_up(Decimal(str(line["balance"])) * 100))
    checks.equal(f"{path.name}: closing", balance, half_up(Decimal(str(statement["closingBalance"])) * 100))
    checks.figures["statement lines"] += len(statement["lines"])


def read_loans(folder):
    loans = {}
    for line in (folder / "loans.jsonl").read_text(encoding="utf-8").splitlines():
        loan = json.loads(line)
        begun = next((each for each in loan["journal"] if each["kind"] == "contract"), None)
        if begun is None or not loan["schedule"]:
            continue
        # The books say the moment in UTC; São Paulo is three hours behind.
        moment = begun["occurredAt"]
        day = date.fromisoformat(moment[:10])
        loan["released"] = day - timedelta(days=1) if moment[11:13] < "03" else day
        loans[loan["transactionId"]] = loan
    return loans


def check_document_3040(checks, month, rows, document):
    """What is told to the Central Bank by bands of maturity is what the books carry of the contracts."""
    running, written_off = 0, 0
    for row in rows:
        gross = centavos(row["gross_carrying_amount"])
        running += gross if row["stage"] and gross > 0 else 0
        written_off += centavos(row["written_off"])
    bands = defaultdict(int)
    for maturities in document.iter("Venc"):
        for band, amount in maturities.attrib.items():
            bands[band >= "v310"] += centavos(amount)
    checks.equal(f"{month}: document 3040 against the carrying amounts", running, bands[False])
    checks.equal(f"{month}: document 3040 against what was written off", written_off, bands[True])
    checks.figures["documents 3040"] += 1


def main(folder):
    checks = Checks()
    balances, closings = defaultdict(int), defaultdict(int)
    loans = read_loans(folder)
    for path in sorted(folder.glob("journal-*.csv")):
        month = path.stem.removeprefix("journal-")
        checks.figures["months"] += 1
        moved = check_journal(checks, month, read_csv(path), balances)
        check_trial_balance(checks, month, read_csv(folder / f"trial-balance-{month}.csv"), moved, closings)
        contracts = read_csv(folder / f"contracts-{month}.csv")
        check_contracts(checks, month, contracts, balances, closings)
        check_provisions(checks, month, contracts)
        check_carrying_amounts(checks, month, contracts, loans)
        check_revenue(checks, month, read_csv(folder / f"revenue-{month}.csv"), moved)
        document = ElementTree.parse(folder / f"doc3040-{month}.xml").getroot()
        check_document_3040(checks, month, contracts, document)
    for path in sorted(folder.glob("statement-*.json")):
        check_statement(checks, path, json.loads(path.read_text(encoding="utf-8")))
    print(json.dumps({"figures": checks.figures, "defects": checks.defects}))


main(Path(sys.argv[1]))

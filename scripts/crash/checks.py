# Bellhop: push notifications for Apple platforms, whole and testable anywhere.
# SPDX-License-Identifier: Apache-2.0
"""Compares what the gateways promised with what APNs got."""
from crash.common import CAMPAIGN_WINDOW, MESSAGE_WINDOW, Failure


def check(run):
    """Compares everything with the record. Returns the figures; raises a failure that lists all errors."""
    run.truth.read()
    wrong = []
    figures = {
        "devices": run.options.devices, "campaigns": len(run.campaigns), "gateway crashes": run.gateway_crashes,
        "database crashes": run.database_crashes, "messages": 0, "requests": run.truth.total, "lost": 0,
        "repeated of campaigns": 0, "repeated of messages": 0}
    if run.truth.was_cut_off:
        wrong.append("the record reached its limit; use fewer devices")
    if run.truth.refused:
        wrong.append(f"APNs refused {len(run.truth.refused)} requests, one with {run.truth.refused[0]}")
    for (text, _), result in zip(run.campaigns, run.results):
        check_campaign(run, text, result, figures, wrong)
    check_messages(run, figures, wrong)
    if run.foreign:
        run.foreign.check(figures, wrong)
    if wrong:
        raise Failure("\n  ".join([f"{len(wrong)} errors:"] + wrong[:50]))
    return figures


def check_campaign(run, text, result, figures, wrong):
    requests = run.truth.requests.get(text, {})
    lost = run.tokens - requests.keys()
    figures["lost"] += len(lost)
    if lost:
        wrong.append(f"{text}: {len(lost)} devices did not get it")
    if requests.keys() - run.tokens:
        wrong.append(f"{text}: devices outside of the audience got it")
    identifiers = {}
    repeats = {}
    for token, rows in requests.items():
        if len({row[0] for row in rows}) != 1:
            wrong.append(f"{text}: the repeats to {token[:6]} have several apns-ids: {rows}")
        if any(row[1] != text for row in rows):
            wrong.append(f"{text}: a collapse identifier is wrong: {rows}")
        if identifiers.setdefault(rows[0][0], token) != token:
            wrong.append(f"{text}: two devices have the apns-id {rows[0][0]}")
        for row in rows[1:]:
            repeats[row[2]] = repeats.get(row[2], 0) + 1
    figures["repeated of campaigns"] += sum(repeats.values())
    figures["most repeated after one crash"] = max(
        figures.get("most repeated after one crash", 0), max(repeats.values(), default=0))
    for crashes in sorted(repeats):
        before = sum(count for at, count in repeats.items() if at <= crashes)
        if before > CAMPAIGN_WINDOW * crashes + run.unanswered and not run.has_retries:
            wrong.append(f"{text}: {before} repeats after {crashes} crashes")
    totals = {name: count for name, count in result["totals"].items() if count}
    if totals != {"accepted": run.device_count()}:
        wrong.append(f"{text}: the totals are {totals}")


def check_messages(run, figures, wrong):
    promised = run.promised()
    figures["messages"] = len(promised)
    owners = {}
    for text, ids in promised.items():
        rows = [row for rows in run.truth.requests.get(text, {}).values() for row in rows]
        arrived = {row[0] for row in rows}
        for identifier in ids:
            if not run.has_foreign(text, identifier, identifier in arrived):
                figures["lost"] += 1
                wrong.append(f"{text}: {identifier} got a 202 and did not arrive")
            if owners.setdefault(identifier, text) != text:
                wrong.append(f"{text} and {owners[identifier]} have one apns-id")
        if arrived - set(ids):
            wrong.append(f"{text}: one idempotency key made several messages: {sorted(arrived)}")
        if any(row[1] != text for row in rows):
            wrong.append(f"{text}: a collapse identifier is wrong")
        figures["repeated of messages"] += len(rows) - len(arrived)
    crashes = run.gateway_crashes + run.database_crashes
    window = MESSAGE_WINDOW * crashes * max(1, len(run.gateways))
    if figures["repeated of messages"] > window + run.unanswered and not run.has_retries:
        wrong.append(f"{figures['repeated of messages']} repeats of messages after {crashes} crashes")
    figures["posts repeated"] = sum(poster.repeated_posts for poster in run.posters)

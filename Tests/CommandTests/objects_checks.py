"""users and channels: the object each subcommand prints, pages, what is refused, and what subscribers are told."""

import re

from answering import Answering, otherwise_time
from calling import at, people, subscribed, tokens
from running import KEYS, equal, pubnub

USER = {"id", "name", "email", "externalId", "profileUrl", "status", "type", "custom", "updated", "eTag"}
CHANNEL = {"id", "name", "description", "status", "type", "custom", "updated", "eTag"}
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z")
KINDS = {"uuid": "users", "channel": "channels"}


def values(found, names):
    return {name: found[name] for name in names}


def test_users_set_get_list_and_remove_with_every_field_of_service(origin):
    """users: set, get, list and remove, with every field of the service"""
    made = at(origin, "users", "set", "ann", "--name", "Ann Lee", "--email", "ann@example.org", "--external-id", "x1",
              "--profile-url", "https://example.org/ann", "--status", "here", "--type", "human",
              "--custom", '{"team":"red","level":3,"vip":true}').result
    equal(set(made), USER)
    equal(values(made, USER - {"updated", "eTag"}), {
        "id": "ann", "name": "Ann Lee", "email": "ann@example.org", "externalId": "x1",
        "profileUrl": "https://example.org/ann", "status": "here", "type": "human",
        "custom": {"team": "red", "level": 3, "vip": True}})
    assert TIME.fullmatch(made["updated"]) and made["eTag"], made
    equal(at(origin, "users", "get", "ann").result, made)
    page = at(origin, "users", "list").result
    equal((page["data"], page["totalCount"], page["prev"]), ([made], 1, None))
    equal(set(page), {"data", "totalCount", "next", "prev"})
    equal(at(origin, "users", "remove", "ann").result, {"id": "ann"})
    equal(at(origin, "users", "remove", "ann").result, {"id": "ann"})
    equal(at(origin, "users", "list").result, {"data": [], "totalCount": 0, "next": None, "prev": None})
    error = at(origin, "users", "get", "ann").error
    equal((error["description"], error["associated"]), ("Requested object was not found.", "ann"))


def test_channels_set_get_list_and_remove(origin):
    """channels: set, get, list and remove, with every field of the service"""
    made = at(origin, "channels", "set", "chat", "--name", "Chat", "--description", "Everything else",
              "--status", "open", "--type", "public", "--custom", '{"floor":-2.5}').result
    equal(set(made), CHANNEL)
    equal(values(made, CHANNEL - {"updated", "eTag"}), {
        "id": "chat", "name": "Chat", "description": "Everything else", "status": "open", "type": "public",
        "custom": {"floor": -2.5}})
    equal(at(origin, "channels", "get", "chat").result, made)
    equal(at(origin, "channels", "list").result["data"], [made])
    equal(at(origin, "channels", "remove", "chat").result, {"id": "chat"})
    equal(at(origin, "channels", "get", "chat").error["associated"], "chat")


def test_fields_without_option_stay_custom_replaces_all_values(origin):
    """fields without an option stay, --custom replaces all values, --clear clears"""
    for kind in ("users", "channels"):
        at(origin, kind, "set", "x", "--name", "N", "--status", "s", "--custom", '{"a":1,"b":2}').result
        made = at(origin, kind, "set", "x", "--type", "t", "--custom", '{"c":"d"}').result
        equal(values(made, ("name", "status", "type", "custom")), {
            "name": "N", "status": "s", "type": "t", "custom": {"c": "d"}})
        made = at(origin, kind, "set", "x", "--clear", "custom", "--clear", "status").result
        equal(values(made, ("name", "status", "type", "custom")), {
            "name": "N", "status": None, "type": "t", "custom": None})


def test_include_limits_printed_fields(origin):
    """--include limits the printed fields"""
    for kind in ("users", "channels"):
        at(origin, kind, "set", "x", "--status", "s", "--type", "t", "--custom", '{"a":1}').result
        for fields, known in (("", ()), ("status", ("status",)), ("type,custom", ("type", "custom"))):
            every = {"status": "s", "type": "t", "custom": {"a": 1}}
            expected = {name: every[name] if name in known else None for name in every}
            equal(values(at(origin, kind, "get", "x", "--include", fields).result, every), expected)
            equal(values(at(origin, kind, "list", "--include", fields).result["data"][0], every), expected)


def test_list_filter_sort_and_pages_that_follow_one_another(origin):
    """list: filter, sort, and pages that follow one another with the cursors the service names"""
    for number, name in enumerate(("Dora", "Ann", "Carl", "Bea", "Ella")):
        at(origin, "users", "set", f"u{number}", "--name", name, "--status", "even" if number % 2 == 0 else "odd").result

    def names(*arguments):
        return [user["name"] for user in at(origin, "users", "list", *arguments).result["data"]]
    equal(names("--sort", "name"), ["Ann", "Bea", "Carl", "Dora", "Ella"])
    equal(names("--sort", "status:desc,name"), ["Ann", "Bea", "Carl", "Dora", "Ella"])
    equal(names("--sort", "status,name:desc"), ["Ella", "Dora", "Carl", "Bea", "Ann"])
    equal(names("--filter", "status == 'odd'", "--sort", "name"), ["Ann", "Bea"])
    equal(names("--filter", "name LIKE '*a*' && status != 'odd'", "--sort", "name"), ["Carl", "Dora", "Ella"])
    page = at(origin, "users", "list", "--sort", "name", "--limit", "2").result
    equal((len(page["data"]), page["totalCount"], page["prev"]), (2, 5, None))
    second = at(origin, "users", "list", "--sort", "name", "--limit", "2", "--start", page["next"]).result
    equal([user["name"] for user in second["data"]], ["Carl", "Dora"])
    back = at(origin, "users", "list", "--sort", "name", "--limit", "2", "--end", second["prev"]).result
    equal([user["name"] for user in back["data"]], ["Ann", "Bea"])


def test_for_people_one_line_field_table_for_page(origin):
    """for people: one line a field, a table for a page, and how to go on; wide characters stay in their columns"""
    at(origin, "users", "set", "kenji", "--name", "健二", "--status", "x").result
    at(origin, "users", "set", "zoe", "--name", "Zoë 🎉", "--status", "y").result
    at(origin, "users", "set", "ann", "--name", "Ann", "--status", "z\tz").result
    lines = people(origin, "users", "get", "kenji").output.splitlines()
    equal(lines[:3], ["id       kenji", "name     健二", lines[2]])
    outcome = people(origin, "users", "list", "--sort", "name", "--limit", "3")
    rows = outcome.output.splitlines()
    equal(rows[0].split(), ["ID", "NAME", "EMAIL", "STATUS", "TYPE", "CUSTOM", "UPDATED"])
    # Each wide character takes two cells: the columns begin at the same cell in every row.
    cells = [row.replace("健", "ab").replace("二", "cd").replace("🎉", "ef") for row in rows]
    status = cells[0].index("STATUS")
    equal({row[status] for row in cells[1:]}, {"x", "y", "z"})
    assert "z\\tz" in outcome.output and "3 of 3" in outcome.errors, outcome
    outcome = people(origin, "users", "list", "--limit", "1")
    assert re.search(r"1 of 3; for the next page add --start \S+", outcome.errors), outcome.errors
    equal(people(origin, "users", "remove", "ann").output, "removed ann\n")
    outcome = people(origin, "users", "get", "ann")
    equal((outcome.status, outcome.output), (1, ""))
    assert "Requested object was not found." in outcome.errors, outcome.errors


def test_if_match_stale_etag_changes_nothing(origin):
    """--if-match: a stale eTag changes nothing, the current one allows the change"""
    for kind in ("users", "channels"):
        first = at(origin, kind, "set", "x", "--name", "one").result["eTag"]
        second = at(origin, kind, "set", "x", "--name", "two", "--if-match", first).result["eTag"]
        error = at(origin, kind, "set", "x", "--name", "three", "--if-match", first).error
        equal(error["code"], 150)
        assert "has been modified after it was read" in error["reason"], error
        equal(error["associated"], "x")
        found = at(origin, kind, "get", "x").result
        equal((found["name"], found["eTag"]), ("two", second))


def test_wrong_usage_is_64_and_nothing_is_sent():
    """wrong usage is 64, and nothing is sent: unknown fields, limits, cursors, custom values that are no object"""
    with Answering(lambda path: (500, "nobody should ask")) as server:
        common = ["--origin", server.address, *KEYS, "--json"]
        for kind in ("users", "channels"):
            for wrong, word in (
                (["list", "--include", "status,colour"], "colour"), (["list", "--limit", "0"], "--limit"),
                (["list", "--limit", "101"], "--limit"), (["list", "--limit", "-1"], "--limit"),
                (["list", "--start", "MQ", "--end", "Mg"], "--start"), (["list", "x"], "x"), (["get"], "identifier"),
                (["get", "x", "--include", "eTag"], "eTag"), (["set", "x", "--custom", "[1]"], "--custom"),
                (["set", "x", "--custom", "{"], "--custom"), (["set", "x", "--clear", "colour"], "colour"),
                (["remove"], "identifier"), (["rename", "x"], "rename"),
            ):
                outcome = pubnub(kind, *wrong, *common)
                equal((kind, wrong, outcome.status, outcome.output), (kind, wrong, 64, ""))
                assert word in outcome.errors, outcome.errors
            equal(pubnub(kind).status, 64)


def test_invalid_name_record_or_custom_value_is_refused(origin):
    """an invalid name, record or custom value is refused, with the identifier as associated"""
    for kind in ("users", "channels"):
        for bad in ("a/b", "a,b", "a:b", "a*b", "a\\b", "x" * 93, "é" * 93, "a\nb", ".", ".."):
            for arguments in (["get", bad], ["set", bad, "--name", "n"], ["remove", bad]):
                error = at(origin, kind, *arguments).error
                equal((arguments, error["associated"]), (arguments, bad))
        for custom in ('{"a":[1]}', '{"a":{"b":1}}', '{"a":9007199254740992}'):
            error = at(origin, kind, "set", "x", "--custom", custom).error
            equal((custom, error["associated"]), (custom, "x"))
        large = '{"a":"%s"}' % ("x" * 33 * 1024)
        error = at(origin, kind, "set", "x", "--custom", large).error
        equal(error["associated"], "x")
        equal(at(origin, kind, "list").result["totalCount"], 0)


def test_names_of_92_bytes_of_spaces(origin):
    """names of 92 bytes, of spaces, emoji and percent signs go there and back"""
    for kind in ("users", "channels"):
        for name in ("x" * 92, "🎉 party", "100%", "a?b#c&d=e", "ünï", "..."):
            at(origin, kind, "set", name, "--name", name).result
            found = at(origin, kind, "get", name).result
            equal((found["id"], found["name"]), (name, name))


def test_what_service_cannot_read_is_its_own_refusal(origin):
    """what the service cannot read is its own refusal: filter, sort, the cursor of another query"""
    at(origin, "users", "set", "ann", "--name", "Ann").result
    for arguments in (["--filter", "name =="], ["--filter", "colour == 'x'"], ["--sort", "colour"],
                      ["--sort", "name:up"], ["--start", "not a cursor"]):
        error = at(origin, "users", "list", *arguments).error
        assert error["description"], error
        equal(error["code"], -1)


def test_errors_of_service_become_codes_its_messages_stay():
    """errors of the service become codes, its messages stay, and details are printed"""
    details = '{"status":400,"error":{"message":"Request payload contained invalid input.","source":"objects","details":' \
              '[{"message":"User email must be a valid email address.","location":"user.email","locationType":"body"}]}}'
    for status, body, code, words in (
        (400, details, -1, "user.email"),
        (403, '{"status":403,"error":{"message":"No rights.","source":"objects"}}', 122, "No rights."),
        (404, '{"status":404,"error":{"message":"Requested object was not found.","source":"objects"}}', -1, "not found"),
        (200, "<html>not the service</html>", 143, ""),
        (200, '{"status":200}', 143, ""),
    ):
        with Answering(otherwise_time(lambda path: (status, body))) as server:
            for kind in ("users", "channels"):
                error = pubnub(kind, "get", "x", "--origin", server.address, *KEYS, "--json").error
                equal((body, error["code"], error["associated"]), (body, code, "x"))
                assert words in error["description"] + (error["reason"] or ""), error


def test_change_is_published_to_subscribers(origin):
    """a change is published to subscribers as the service does, and an identical update is not"""
    with subscribed(origin, "ann", "chat", "--count", "4") as process:
        at(origin, "users", "set", "ann", "--name", "Ann", "--custom", '{"a":1}').result
        event = process.object()
        equal({name: event[name] for name in ("event", "channel", "group")},
              {"event": "object", "channel": "ann", "group": None})
        tokens(event["timetoken"])
        told = event["data"]
        equal((told["source"], told["version"], told["event"], told["type"]), ("objects", "2.0", "set", "uuid"))
        equal({name: told["data"][name] for name in ("id", "name", "custom")},
              {"id": "ann", "name": "Ann", "custom": {"a": 1}})
        at(origin, "users", "set", "ann", "--name", "Ann").result
        at(origin, "channels", "set", "chat", "--description", "all").result
        event = process.object()
        equal((event["channel"], event["data"]["type"], event["data"]["data"]["description"]), ("chat", "channel", "all"))
        for kind, name in (("users", "ann"), ("channels", "chat")):
            at(origin, kind, "remove", name).result
            event = process.object()
            equal((event["channel"], event["data"]["event"], event["data"]["data"]), (name, "delete", {"id": name}))
            equal(KINDS[event["data"]["type"]], kind)
        equal(process.wait(), 0)

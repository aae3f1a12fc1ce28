#!/usr/bin/env python3
"""Write the code that follows from declarations: call forms, their tests, and defaults of delegate methods.

  Scripts/class_forms.py            write the files
  Scripts/class_forms.py --check    exit 1 if a file does not match what it is generated from

PubNub 3.7.8 has most methods twice: on an instance, and on the class for a shared client. The class-level methods call the
methods of the same name of `sharedInstance()`; they are generated from the instance-level declarations. The deprecated forms
that change or audit access rights are generated from the tables `RIGHTS` and `SUBJECTS`. The tests of the class-level forms
make the calls of the tests of the instance-level forms.

Scripts/delegate_forms.py writes the other spellings of the delegate's methods, Scripts/old_names.py the names of Swift 1 and 2.
"""
import re
import sys

import delegate_forms
import old_names
from generating import HEADER, ROOT, SOURCES, comment, listed, methods

GENERATED = SOURCES / "API/Generated"
TESTS = ROOT / "Tests/CallFormsTests"

# The files with instance-level methods that 3.7.8 also has on the class.
CURRENT = [
    "Client/PubNub.swift", "API/PubNub+Connection.swift", "API/PubNub+Crypto.swift", "API/PubNub+Subscription.swift",
    "API/PubNub+Presence.swift", "API/PubNub+HereNow.swift", "API/PubNub+WhereNow.swift", "API/PubNub+State.swift",
    "API/PubNub+Messaging.swift", "API/PubNub+History.swift", "API/PubNub+Time.swift", "API/PubNub+Push.swift",
    "API/PubNub+PAM.swift",
]
DEPRECATED = ["API/Deprecated/PubNub+ChannelForms.swift"]

# Instance-level methods of these files that have no class-level form.
INSTANCE_ONLY = {
    "isConnected()", "clearOutbox()", "clearOutbox(channel:)",
    "requestParticipantsList(_:clientIdentifiersRequired:clientState:)",
    "requestFullHistory(for:includingTimeToken:progressBlock:withCompletionBlock:)",
}
# Parameters of instance-level methods that the class-level forms leave to their defaults.
INSTANCE_ONLY_PARAMETERS = {"type"}
# Class-level forms that 3.7.8 deprecates although it keeps the instance-level ones.
DEPRECATED_ON_CLASS = {
    "subscribedObjectsList()": "Use subscribedChannels() of a client",
    "subscribedChannels()": "Use subscribedChannels() of a client",
}

# The deprecated forms that change access rights: the method, its summary, the rights as an argument, and whether the caller
# gives their duration.
RIGHTS = [
    {"method": "grantReadAccessRight", "rights": ".readAccessRight", "timed": True,
     "summary": "Grants %(who)s the right to read %(where)s."},
    {"method": "grantWriteAccessRight", "rights": ".writeAccessRight", "timed": True,
     "summary": "Grants %(who)s the right to publish %(where)s."},
    {"method": "grantAllAccessRights", "rights": ".allAccessRights", "timed": True,
     "summary": "Grants %(who)s the rights to read and publish %(where)s."},
    {"method": "revokeAccessRights", "rights": ".noAccessRights", "timed": False,
     "summary": "Revokes the rights of %(who)s %(where)s."},
]
AUDIT = {"method": "auditAccessRights", "summary": "Requests the rights of %(who)s %(where)s."}
# The subjects of these forms: the words of the summary, the parameters, the arguments of the successor, and whether the form
# that audits the subject is deprecated as well.
CHANNEL = ("for", "channel", "PNChannel")
SUBJECTS = [
    {"who": "all clients", "where": "on everything that belongs to the subscribe key", "audit": False},
    {"who": "all clients", "where": "on one channel", "audit": True,
     "channel": CHANNEL, "objects": "[channel]"},
    {"who": "all clients", "where": "on channels", "audit": True,
     "channel": ("forChannels", "channels", "[PNChannel]"), "objects": "channels"},
    {"who": "one authorization key", "where": "on one channel", "audit": True,
     "channel": CHANNEL, "key": ("client", "clientAuthorizationKey", "String"), "keys": "[clientAuthorizationKey]"},
    {"who": "authorization keys", "where": "on one channel", "audit": False,
     "channel": CHANNEL, "key": ("clients", "clientsAuthorizationKeys", "[String]"), "keys": "clientsAuthorizationKeys"},
]
# The documentation of the parameters of these forms.
PARAMETERS = {
    "channel": "The channel.",
    "channels": "The channels. An empty list is an error (117).",
    "accessPeriodDuration": "The duration in minutes: 0 is unlimited, less than 0 is a day.",
    "clientAuthorizationKey": "The authorization key. An empty key, or one with a comma, is an error (-1).",
    "clientsAuthorizationKeys": "The authorization keys. An empty list or key, or a key with a comma, is an error (-1).",
    "handlerBlock": "Called with the present rights, or with the error. Pass `nil`, the default, to ignore the result.",
}

# The suites of instance-level forms, and the names of the generated tests.
SUITES = {
    "MessagingForms": {"current": "messages"},
    "HistoryForms": {"current": "history"},
    "TimeForms": {"current": "time"},
    "SubscriptionForms": {"current": "subscribing", "deprecated": "subscribingDeprecated"},
    "PresenceForms": {"current": "presence", "deprecated": "presenceDeprecated"},
    "StateForms": {"current": "state", "deprecated": "stateDeprecated"},
    "PushForms": {"current": "push"},
    "PAMForms": {"current": "accessRights"},
    "PAMGrantForms": {"reading": "grantingReading", "writing": "grantingWriting", "everything": "grantingEverything"},
    "PAMRevokeForms": {"revoking": "revoking", "auditing": "auditing"},
}
# Calls that report immediately, and end without a notification.
QUERIES = ("is", "subscribed")


def class_form(method):
    parameters = [p for p in method.parameters if p.label not in INSTANCE_ONLY_PARAMETERS]
    lines = comment(re.sub(r"\bthis client\b", "the shared client", method.summary).replace("-method``", "-type.method``"))
    attributes = list(method.attributes)
    if method.full_name in DEPRECATED_ON_CLASS:
        attributes.append('@available(*, deprecated, message: "%s")' % DEPRECATED_ON_CLASS[method.full_name])
    lines += ["    " + attribute for attribute in attributes]
    result = (" " + method.result if method.result else "") + " {"
    lines += listed("public static func " + method.name, [p.text for p in parameters], result, "    ")
    lines += listed("sharedInstance()." + method.name, [p.argument for p in parameters], "", "        ")
    return lines + ["    }"]


def class_forms(files, generated=""):
    texts = [(SOURCES / name).read_text(encoding="utf-8") for name in files] + [generated]
    return [m for text in texts for m in methods(text) if m.full_name not in INSTANCE_ONLY]


def class_file(found, what):
    lines = ["/// %s" % what, "///",
             "/// Each method calls the method of the same name of ``sharedInstance()``, which documents the parameters.",
             "extension PubNub {"]
    for number, method in enumerate(found):
        lines += ([""] if number else []) + class_form(method)
    lines += ["}"]
    text = "\n".join(lines) + "\n"
    imports = "public import Foundation\n\n" if re.search(r"\bData\?", text) else ""
    return HEADER % "the instance-level methods" + imports + text


def rights_forms():
    """The extension with the deprecated forms that change or audit access rights."""
    forms = [change_form(right, subject) for right in RIGHTS for subject in SUBJECTS]
    forms += [audit_form(subject) for subject in SUBJECTS if subject["audit"]]
    return ("/// Forms that 3.7.0 deprecated for access rights on channels: one right at a time. Each calls its successor.\n"
            "extension PubNub {\n" + "\n\n".join("\n".join(form) for form in forms) + "\n}\n")


def change_form(right, subject):
    name, is_timed = right["method"], right["timed"]
    handler = "withCompletionHandling"
    period = "accessPeriodDuration" if is_timed else "0"
    if "channel" not in subject:
        name += "ForApplication"
        successor, arguments = "changeApplicationAccessRights", []
        handler = "andCompletionHandling" if is_timed else "completionHandling"
    elif "objects" in subject:
        successor, arguments = "changeAccessRights", ["for: " + subject["objects"]]
    else:
        successor, arguments = "changeAccessRights", ["forClients: " + subject["keys"], "object: channel"]
    ending = "withCompletionHandling" if "channel" in subject else "andCompletionHandling"
    arguments += ["to: " + right["rights"], "onPeriod: " + period, ending + ": handlerBlock"]
    duration = ("forPeriod" if "channel" in subject else "atPeriod", "accessPeriodDuration", "Int")
    parameters = [subject.get("channel"), duration if is_timed else None, subject.get("key")]
    return rights_form(name, right["summary"] % subject, parameters, (handler, "Change"), successor, arguments)


def audit_form(subject):
    name = AUDIT["method"]
    arguments = ["for: " + subject.get("objects", "channel")]
    arguments += ["clients: " + subject["keys"]] if "keys" in subject else []
    arguments += ["withCompletionHandling: handlerBlock"]
    parameters = [subject["channel"], subject.get("key")]
    return rights_form(
        name, AUDIT["summary"] % subject, parameters, ("withCompletionHandling", "Audit"), name, arguments)


def rights_form(name, summary, parameters, handler, successor, arguments):
    """The lines of a deprecated form, which calls `successor`."""
    label, kind = handler
    parameters = [parameter for parameter in parameters if parameter]
    parameters.append((label, "handlerBlock", "PNClientChannelAccessRights%sBlock? = nil" % kind))
    lines = comment(summary) + ["    ///"]
    if len(parameters) == 1:
        lines += comment("- Parameter handlerBlock: " + PARAMETERS["handlerBlock"])
    else:
        lines += ["    /// - Parameters:"]
        for _, parameter, _ in parameters:
            lines += comment("- %s: %s" % (parameter, PARAMETERS[parameter]), "  ")
    message = "Use %s(%s)" % (successor, "".join(argument.partition(":")[0] + ":" for argument in arguments))
    lines += ['    @available(*, deprecated, message: "%s")' % message]
    lines += listed("public func " + name, ["%s %s: %s" % parameter for parameter in parameters], " {", "    ")
    lines += listed(successor, arguments, "", "        ")
    return lines + ["    }"]


def test_forms():
    """The files of tests: the current forms, and the deprecated ones."""
    tests = []
    for suite, names in SUITES.items():
        text = (TESTS / (suite + ".swift")).read_text(encoding="utf-8")
        for attributes, function, body in re.findall(
                r"((?:    @available[^\n]*\n)?)    @Test func (\w+)\(\) {\n(.*?)\n    }\n", text, re.S):
            tests.append(test_form(attributes, names[function], body))
    deprecated = [test for test in tests if "@available" in test]
    return {
        TESTS / "SharedForms+Current.swift": test_file(
            [test for test in tests if test not in deprecated], "The class-level forms of 3.7.8."),
        TESTS / "SharedForms+Deprecated.swift": test_file(
            deprecated, "The class-level forms that 3.7.8 deprecates."),
    }


def test_file(tests, what):
    return (HEADER % "the suites of the instance-level forms" + "import PubNub\nimport Testing\n\n"
            "/// %s The other suites make the same calls on an instance.\nextension SharedForms {\n%s}\n"
            % (what, "\n".join(tests)))


def test_form(attributes, name, body):
    statements, given = [], []
    for statement in re.split(r"\n(?=        \S)(?!        [)}])", body):
        words = statement.strip()
        if words.startswith("let "):
            if "given." in words and not words.startswith("let client "):
                given.append(statement)
        elif "client." in words.partition("(")[0]:
            statements.append(statement.replace("client.", "PubNub.", 1))
    statements = [s for s in statements if not re.search(r"requestParticipantsList\(objects,", s)]
    queries = [s for s in statements if re.match(r"\s*_ = PubNub\.(%s)" % "|".join(QUERIES), s)]
    if any(form.partition("(")[0] + "(" in s for s in statements for form in DEPRECATED_ON_CLASS):
        attributes = '    @available(*, deprecated, message: "Compiles what is deprecated")\n'
    lines = ["        let given = Given.shared()" if given else "        _ = Given.shared()",
             "        let calls = EndedCalls(of: PubNub.sharedInstance())"] + given + statements
    lines.append("        #expect(calls.count == %d)" % (len(statements) - len(queries)))
    return "%s    @Test func %s() {\n%s\n    }\n" % (attributes, name, "\n".join(lines))


def outputs():
    rights = rights_forms()
    deprecated = class_forms(DEPRECATED, rights)
    current = class_forms(CURRENT)
    deprecated += [m for m in current if m.full_name in DEPRECATED_ON_CLASS]
    current = [m for m in current if m.full_name not in DEPRECATED_ON_CLASS]
    return {
        GENERATED / "PubNub+PAMForms.swift": HEADER % "its tables RIGHTS and SUBJECTS" + rights,
        GENERATED / "PubNub+ClassLevel.swift": class_file(current, "The class-level methods of 3.7.8."),
        GENERATED / "PubNub+ClassLevelDeprecated.swift": class_file(
            deprecated, "The class-level methods that 3.7.8 deprecates."),
    } | test_forms() | delegate_forms.outputs() | old_names.outputs()


def main():
    stale = []
    for path, text in outputs().items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path.relative_to(ROOT))
        if "--check" not in sys.argv[1:]:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    for path in stale:
        print("%s: %s" % ("not current" if "--check" in sys.argv[1:] else "written", path))
    if stale and "--check" in sys.argv[1:]:
        sys.exit("class_forms: run Scripts/class_forms.py")


if __name__ == "__main__":
    main()

"""The forms of the delegate's methods, which Scripts/class_forms.py writes to their files.

Each method of `PNDelegate` has a default that calls its form in `PNLegacyDelegate`, which calls the forms in the spelling of
Swift 1 and 2, one after the other: those with `[AnyObject]!` for a list first. `PNSwift2Delegate` declares these; they follow
from `PNLegacyDelegate` and the selectors of the name map. Each counts that its default ran, so that the client knows which form
an app implements. `SPECIAL_DEFAULTS` contains what is not generated.
"""
import re

from generating import HEADER, ROOT, SOURCES, comment, listed, methods, name_map

EVENTS = SOURCES / "Client"
TEST_DELEGATES = ROOT / "Tests/PubNubTests/Events/Swift2Delegates.swift"
DELEGATE = "PNDelegate.swift"
LEGACY_DELEGATE = "PNLegacyDelegate.swift"
SPECIAL_DEFAULTS = "PNDelegate+SpecialDefaults.swift"
# Calls the deprecated forms of a method that no form of is implemented.
FALLBACK = "callDeprecatedForms"
IGNORED_RULE = "// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals\n"


class Form:
    """A spelling of a method in Swift 1 and 2: the labels of its parameters, and the type of lists."""

    def __init__(self, method, labels, lists):
        self.labels, self.lists, self.name = labels, lists, method.name
        self.parameters = [
            ("%s: " % p.name if label == p.name else "%s %s: " % (label, p.name))
            + p.text.partition(": ")[2].replace("[Any]!", lists + "!")
            for label, p in zip(labels, method.parameters)]

    @property
    def full_name(self):
        return written(self.name, self.labels, self.lists if any("[Any" in text for text in self.parameters) else "")

    def call(self, method, lists):
        """The arguments of a call of this form from one whose lists are `lists`."""
        def value(parameter):
            if "[Any]!" not in parameter.text or self.lists == lists:
                return parameter.name
            return parameter.name + ("?.map { $0 as AnyObject }" if self.lists == "[AnyObject]" else " as [Any]?")
        return [value(p) if label == "_" else "%s: %s" % (label, value(p))
                for label, p in zip(self.labels, method.parameters)]


def written(name, labels, lists=""):
    """A name as the log shows it."""
    return "%s(%s)%s" % (name, "".join(label + ":" for label in labels), " with %s!" % lists if lists else "")


def read(name, start=r"    func (\w+)\("):
    return methods((EVENTS / name).read_text(encoding="utf-8"), start)


def old_forms(legacy):
    """The forms of Swift 1 and 2 of each method of `PNLegacyDelegate`, by its declaration."""
    found = {}
    for row in name_map():
        if row.owner == "PNDelegate" and row.new.partition("(")[2] != ")":
            labels = ["_"] + row.old.split(":")[1:-1]
            method = pick([m for m in legacy if m.full_name == row.new and m.declaration not in found], labels)
            if method:
                found[method.declaration] = forms(method, labels)
    return found


def pick(overloads, labels):
    """The overload to which a selector belongs: the importer left out the words that repeat the type of the parameter."""
    def fits(method):
        for label, parameter in zip(labels, method.parameters):
            word = label[len(parameter.label):] if label != parameter.label else ""
            kind = parameter.text.partition(": ")[2]
            if word and not (word == "Objects" and kind == "[Any]!" or word == "Block" or kind.endswith(word + "!")):
                return False
        return True
    # An overload for a list has the shorter selector, so it is the one that is left.
    return next(iter(sorted(filter(fits, overloads), key=lambda m: "[Any]!" not in m.declaration)), None)


def forms(method, labels):
    new = [p.label for p in method.parameters]
    lists = ["[AnyObject]", "[Any]"] if any("[Any]!" in p.text for p in method.parameters) else ["[Any]"]
    with_client = ["client"] + labels[1:]
    found = [Form(method, spelling, kind) for kind in lists for spelling in ([labels, with_client])]
    return [form for form in found if form.labels != new or form.lists != "[Any]"]


def outputs():
    """The files, by their paths."""
    special = {method.declaration for method in read(SPECIAL_DEFAULTS, r"    public func (\w+)\(")}
    fallbacks = {method.full_name.replace(FALLBACK, "pubnubClient"): method
                 for method in read(SPECIAL_DEFAULTS, r"    func (%s)\(" % FALLBACK)}
    current = [method for method in read(DELEGATE) if method.declaration not in special]
    legacy = read(LEGACY_DELEGATE)
    old = old_forms(legacy)
    has_fallback = {method.declaration for method in legacy
                    if method.full_name in fallbacks and ("[Any]!" in method.declaration)
                    and not re.search(r"for channel: PNChannel!", method.declaration)}
    defaults = [legacy_default(m, old.get(m.declaration, []), m.declaration in has_fallback) for m in legacy]
    questions = [text for method, text in zip(legacy, defaults) if method.result]
    events = [text for method, text in zip(legacy, defaults) if not method.result]
    folder = EVENTS / "Generated"
    return {
        folder / "PNDelegate+Defaults.swift": HEADER % DELEGATE + "public import Foundation\n\n"
        + extension("PNDelegate", "Each default calls the ``PNLegacyDelegate`` form of its method.",
                    [forwarding_default(method) for method in current]),
        folder / "PNLegacyDelegate+Defaults.swift": IGNORED_RULE + HEADER % LEGACY_DELEGATE + "public import Foundation\n\n"
        + extension("PNLegacyDelegate", "The defaults leave the decisions to the configuration.", questions)
        + "\n" + extension("PNDelegate", "The defaults call the ``PNSwift2Delegate`` forms.", events),
        folder / "PNSwift2Delegate.swift": swift2_protocol(legacy, old),
        folder / "PNSwift2Delegate+Defaults.swift": IGNORED_RULE
        + HEADER % "PNLegacyDelegate.swift and Documentation/NameMap.md" + "public import Foundation\n\n"
        + extension("PNSwift2Delegate", "Each default counts that it ran, and calls the next form.",
                    [text for method in legacy for text in old_defaults(method, old.get(method.declaration, []))]),
        TEST_DELEGATES: test_delegates(legacy, old),
    }


def swift2_protocol(legacy, old):
    text = IGNORED_RULE + HEADER % "PNLegacyDelegate.swift and Documentation/NameMap.md" + "public import Foundation\n\n"
    text += """/// The methods of ``PNDelegate`` as applications in Swift 1 and 2 spelled them.
///
/// The label of the first parameter is `client`, or is left out in code that was partly migrated; the other labels are the parts of
/// the selector, and a list is `[AnyObject]!` or `[Any]!`. No type conforms only to this protocol. A method is called only if its
/// other spellings are not implemented. The client then logs a warning with the new spelling, once for each class and method.
public protocol PNSwift2Delegate: AnyObject {
"""
    for method in legacy:
        for form in old.get(method.declaration, []):
            result = " " + method.result if method.result else ""
            text += "\n".join(listed("func " + method.name, form.parameters, result, "    ")) + "\n"
    return text + "}\n"


def extension(name, what, found):
    return "/// %s\nextension %s {\n%s\n}\n" % (what, name, "\n\n".join("\n".join(lines) for lines in found))


def forwarding_default(method):
    client, others = method.parameters[:1], method.parameters[1:]
    # A list of objects would rather be `[AnyObject]!`, which is another form.
    arguments = ["Optional(%s)" % p.name for p in client] + [
        p.argument + (" as [Any]" if ": [" in p.text else "") for p in others]
    # Without a parameter the forms differ in nothing but the protocol.
    target = method.name if client else "(self as any PNLegacyDelegate)." + method.name
    return default(method, "Calls the ``PNLegacyDelegate`` form.", listed(target, arguments, "", "        "))


def default(method, what, body, parameters=None):
    """The lines of a method with a body."""
    result = (" " + method.result if method.result else "") + " {"
    parameters = parameters or [p.text for p in method.parameters]
    lines = comment(what) + listed("public func " + method.name, parameters, result, "    ")
    if not parameters:
        lines = comment(what) + ["    public func %s()%s" % (method.name, result)]
    if not body:
        return lines[:-1] + [lines[-1] + "}"]
    return lines + body + ["    }"]


def legacy_default(method, old, has_fallback):
    """The default of a `PNLegacyDelegate` method, which calls the old forms, then the methods that it replaces."""
    if not old:
        nothing = ["        nil"] if method.result else []
        what = "Returns `nil`, which leaves the decision to the configuration." if nothing else "Does nothing."
        return default(method, what, nothing)
    lists = "[Any]" if any("[Any]!" in p.text for p in method.parameters) else ""
    names = '"%s"' % written(method.name, [p.label for p in method.parameters], lists)
    call = listed(method.name, old[0].call(method, "[Any]"), "", "            ")
    if method.result:
        call[0] = call[0].replace(method.name, "answer = " + method.name, 1)
    spellings = ['"%s"' % form.full_name for form in old]
    several = ["            ["] + ["                %s," % text for text in spellings] + ["            ]"]
    body = ["        callOldForms(", "            of: %s," % names, "            for: client,",
            *(["            isReplacement: true,"] if has_fallback else []), "            count: %d," % len(old),
            *(several if len(spellings) > 1 else ["            [%s]" % spellings[0]]),
            "        ) {", *call, "        }"]
    if method.result:
        body = ["        var answer: %s?" % method.result.strip("->! ")] + body + ["        return answer"]
        return default(method, "Calls the ``PNSwift2Delegate`` forms; `nil` leaves the decision to the configuration.", body)
    if has_fallback:
        arguments = [p.argument for p in method.parameters]
        body[0] = body[0].replace("callOldForms", "let isCalled = callOldForms")
        body += ["        guard let client, !isCalled else { return }", *listed(FALLBACK, arguments, "", "        ")]
        return default(method, "Calls the ``PNSwift2Delegate`` forms, otherwise the deprecated methods.", body)
    return default(method, "Calls the ``PNSwift2Delegate`` forms.", body)


def old_defaults(method, old):
    """The defaults of the old forms of a method: each calls the next."""
    for form, after in zip(old, old[1:] + [None]):
        body = ["        client?.delegateTrace.countDefault()"]
        if after:
            call = listed(method.name, after.call(method, form.lists), "", "        ")
            if method.result:
                call[0] = call[0].replace(method.name, "return " + method.name, 1)
            body += call
        elif method.result:
            body += ["        return nil"]
        yield default(method, "Counts, and calls the next form." if after else "Counts.", body, form.parameters)


def test_delegates(legacy, old):
    """The delegates of tests that record the calls of old forms under the current names."""
    # A method for a list can have the name of a deprecated one for a channel.
    deprecated = {(method.full_name, "[" in method.declaration) for method in read(DELEGATE)
                  if "Deprecated in 3.7.0" in " ".join(method.docs)}

    def is_deprecated(method):
        return (method.full_name, "[" in method.declaration) in deprecated

    def recorder(name, what, chosen):
        lines = ["/// %s" % what, "final class %s: PNDelegate {" % name, "    let calls = Recorder()", "",
                 "    private func receive(_ method: String, _ values: Any?...) {",
                 "        calls.record(DelegateCall(method: method, values: values))", "    }"]
        for method, form in chosen:
            values = "".join(", " + p.name for p in method.parameters[1:])
            result = " -> NSNumber! {" if method.result else " {"
            answer = ["        return true"] if method.result else []
            call = listed("receive", ['"%s"' % method.full_name] + values.split(", ")[1:], "", "        ")
            lines += ["", *listed("func " + method.name, form.parameters, result, "    "), *call, *answer, "    }"]
        return "\n".join(lines) + "\n}\n"

    verbatim = [(m, form) for m in legacy for form in old.get(m.declaration, [])
                if form.labels[0] == "client" and form == next(f for f in old[m.declaration] if f.labels[0] == "client")]
    partly = [(m, old[m.declaration][0]) for m in legacy
              if m.declaration in old and old[m.declaration][0].labels[0] == "_"]
    text = "// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals, OmitExplicitReturns\n"
    text += HEADER % "PNLegacyDelegate.swift and Documentation/NameMap.md" + "import Foundation\nimport PubNub\nimport PubNubTestSupport\n\n"
    return text + "\n".join([
        recorder("Swift2Delegate", "All methods as Swift 1 and 2 declared them.",
                 [pair for pair in verbatim if not is_deprecated(pair[0])]),
        recorder("DeprecatedSwift2Delegate", "The methods that 3.7.0 deprecated, as Swift 1 and 2 declared them.",
                 [pair for pair in verbatim if is_deprecated(pair[0])]),
        recorder("PartlyMigratedDelegate", "Methods of Swift 1 and 2 of which only the first label was migrated.",
                 [pair for pair in partly if not is_deprecated(pair[0])]),
        recorder("DeprecatedPartlyMigratedDelegate", "The same of the methods that 3.7.0 deprecated.",
                 [pair for pair in partly if is_deprecated(pair[0])]),
    ])

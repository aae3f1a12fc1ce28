/// What no operation against an origin causes, although it can be told, each with the reason.
enum NeverTold {
    static let reasons = [
        "pubnubClient(_:willSuspendWith:)": "there is no call to suspend a client yet",
        "shouldRunClientInBackground()": "it is asked before a suspension, and there is no call for that yet",
    ]
}

/// Why a call about a device is refused.
struct PushRefusal: Error {
    let answer: OriginResponse
}

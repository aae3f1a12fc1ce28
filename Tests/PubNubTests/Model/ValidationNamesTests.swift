import PubNubMachines
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("Checks of names give what the checks of the same objects give")
struct ValidationNamesTests {
    static let names = [
        "a", "a-pnpres", "a-pnpres-pnpres", "-pnpres", "", ".", "..", "a.*", "a,b", "a/b", "n:g", ":g", "n:", ":",
        "a:b:c",
        String(repeating: "x", count: 93), "n:" + String(repeating: "x", count: 93), "n:g-pnpres",
    ]

    private func result<Value>(_ make: () throws(Failure) -> Value) -> Result<Value, Failure> {
        do throws(Failure) {
            return .success(try make())
        } catch {
            return .failure(error)
        }
    }

    @Test("Targets of channels and groups", arguments: names)
    func targets(name: String) {
        let channels = result { () throws(Failure) in try Validation.targets(channels: [name, "b", name]) }
        let objects: [any PNChannelProtocol] = PNChannel.exactly(named: [name, "b", name])
        #expect(channels == result { () throws(Failure) in try Validation.targets(objects) })
        let groups = result { () throws(Failure) in try Validation.targets(channels: [], groups: [name]) }
        let group: [any PNChannelProtocol] = [PNChannelGroup(wireName: name)]
        #expect(groups == result { () throws(Failure) in try Validation.targets(group) })
        #expect(
            result { () throws(Failure) in try Validation.target(channel: name) }
                == result { () throws(Failure) in try Validation.target(PNChannel.exactly(named: name)) }
        )
    }

    @Test("Addresses of groups", arguments: names)
    func addresses(name: String) {
        let group = PNChannelGroup(wireName: name)
        #expect(GroupAddress(wireName: name).wireName == group.name)
        #expect(
            result { () throws(Failure) in try Validation.address(ofGroup: name) }
                == result { () throws(Failure) in try Validation.address(of: group) }
        )
    }

    @Test("Names of channels", arguments: names)
    func channels(name: String) {
        let channel = PNChannel.exactly(named: name)
        #expect(
            result { () throws(Failure) in try Validation.channel(name) }
                == result { () throws(Failure) in try Validation.channel(channel).name }
        )
        #expect(
            result { () throws(Failure) in try Validation.names(toAdd: [name]).names }
                == result { () throws(Failure) in try Validation.names(toAdd: [channel]).names }
        )
    }

    @Test("Lists: the valid names, and one failure for the others, which names them")
    func lists() throws {
        let names = Validation.checked(Self.names)
        let channels = Validation.checked(PNChannel.exactly(named: Self.names))
        #expect(names.valid == channels.valid.map(\.name) && names.invalid == channels.invalid.map(\.name))
        #expect(names.fault == channels.fault)
        let failure = try #require(names.faultOfChannels)
        #expect(failure.targets.map(\.name) == names.invalid)
        let objects = PNError(failure).associatedObject as? [PNChannel]
        #expect(objects?.map(\.name) == (channels.error?.associatedObject as? [PNChannel])?.map(\.name))
        #expect(PNError(failure).description == channels.error?.description)
    }

    @Test("An empty list of names is the same error as an empty list of objects")
    func emptyLists() {
        let (noNames, noChannels, noObjects): ([String], [PNChannel], [any PNChannelProtocol]) = ([], [], [])
        #expect(
            result { () throws(Failure) in try Validation.names(of: noNames).names }
                == result { () throws(Failure) in try Validation.names(of: noChannels).names }
        )
        #expect(
            result { () throws(Failure) in try Validation.targets(channels: []) }
                == result { () throws(Failure) in try Validation.targets(noObjects) }
        )
    }
}

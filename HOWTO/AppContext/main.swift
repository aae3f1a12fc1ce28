import Foundation
import HowtoSupport
import PubNub

/// Keeps a directory of people, lists who is active in a team, and again when somebody else changes one of them.
final class AppContext: PNDelegate {
    private let story: Narrator
    private let client, colleague: PubNub
    private let people = [("ann", "Ann Lee", "active"), ("zoe", "Zoe", "active"), ("bob", "Bob Moss", "away")]
    private let team = PNChannel.channel(withName: "team")
    private var missing = 3

    init(_ story: Narrator, _ configuration: PNConfiguration) {
        self.story = story
        client = PubNub.client(with: configuration)
        colleague = PubNub.client(with: configuration)
        client.setDelegate(self)
        client.observationCenter.addObjectEventObserver(self) { [story] _ in story.tell(.observer, "a change") }
    }

    func start() {
        colleague.connect()
        client.connect(successBlock: { [self] _ in fillDirectory() }, errorBlock: { [story] in story.fail($0) })
    }

    func fillDirectory() {
        for (identifier, name, state) in people {
            let request = PNSetUUIDMetadataRequest(uuid: identifier)
            (request.name, request.status) = (name, state)
            client.setUUIDMetadataWith(request) { [self] status in
                check(status, "\(name) is in the directory")
                missing -= 1
                if missing == 0 { gatherTeam() }
            }
        }
    }

    func gatherTeam() {
        let request = PNSetChannelMembersRequest(channel: "team", uuids: people.map { ["uuid": $0.0] })
        client.setChannelMembersWith(request) { [self] status in
            check(status, "\(status.data.totalCount) people are members of the team")
            client.subscribe(on: [team]) { [self] _, _, _ in listActive(then: letColleagueChange) }
        }
    }

    func listActive(then next: @escaping () -> Void) {
        let request = PNFetchChannelMembersRequest(channel: "team")
        request.includeFields = [.membersTotalCountField, .memberUUIDField]
        (request.filter, request.sort) = ("uuid.status == 'active'", ["uuid.name"])
        client.channelMembers(with: request) { [self] result, failure in
            guard let page = result?.data else { story.fail(failure?.errorData.information) }
            story.chapter("active in the team: \(page.totalCount) of \(people.count)")
            for member in page.members {
                story.note("\(member.uuid)\t\(member.metadata?.name ?? "")")
            }
            next()
        }
    }

    func letColleagueChange() {
        let request = PNSetUUIDMetadataRequest(uuid: "bob")
        request.status = "active"
        colleague.setUUIDMetadataWith(request) { [self] in check($0, "a colleague says that Bob is active") }
    }

    func pubnubClient(_: PubNub, didReceiveObjectEvent event: PNObjectEventResult) {
        story.tell(.delegate, "\(event.data.event) \(event.data.uuidMetadata?.uuid ?? "") on \(event.data.channel)")
        listActive { [story] in story.end("listed a team, heard of a colleague's change, listed the team again") }
    }

    func check(_ status: any PNErrorStatus, _ text: String) {
        if status.isError { story.fail(status.errorData.information) }
        story.tell(.closure, text)
    }
}

let story = Narrator("AppContext", ways: [.delegate, .closure, .observer])
let app = AppContext(story, await Service.configuration(for: story))
app.start()
await story.untilItEnds()

import GRDB
import Testing

@testable import PubNubChat

/// Only SQLite checks the columns that a request of an app names.
@Suite("The columns of default rows")
struct ColumnNameTests {
    private static let message: [Column] = {
        typealias Row = PubNubManagedMessage.Columns
        return [
            Row.id, Row.timetoken, Row.position, Row.dateCreated, Row.text, Row.editedText, Row.editTimetoken,
            Row.isDeleted, Row.threadId, Row.ignoredChanges, Row.contentType, Row.content, Row.custom,
            Row.pubnubUserId, Row.pubnubChannelId,
        ]
    }()

    private static let action: [Column] = {
        typealias Row = PubNubManagedMessageAction.Columns
        return [
            Row.id, Row.published, Row.sourceType, Row.value, Row.pubnubChannelId, Row.pubnubParentTimetoken,
            Row.pubnubParentId, Row.pubnubUserId,
        ]
    }()

    private static let member: [Column] = {
        typealias Row = PubNubManagedMember.Columns
        return [
            Row.id, Row.channelId, Row.userId, Row.status, Row.custom, Row.lastUpdated, Row.isPresent,
        ]
    }()

    private static let user: [Column] = {
        typealias Row = PubNubManagedUser.Columns
        return [
            Row.id, Row.name, Row.type, Row.status, Row.externalId, Row.avatarURL, Row.email, Row.custom,
            Row.lastUpdated,
        ]
    }()

    private static let channel: [Column] = {
        typealias Row = PubNubManagedChannel.Columns
        return [
            Row.id, Row.name, Row.type, Row.status, Row.details, Row.avatarURL, Row.custom, Row.lastUpdated,
            Row.memberCount, Row.presentMemberCount, Row.presentCount,
        ]
    }()

    @Test("Requests can select each of them")
    func columns() throws {
        let store = try ChatStore(configuration: .inMemory)
        let rows = try store.read { db in
            var rows: [Row] = []
            rows += try PubNubManagedMessage.select(Self.message).asRequest(of: Row.self).fetchAll(db)
            rows += try PubNubManagedMessageAction.select(Self.action).asRequest(of: Row.self).fetchAll(db)
            rows += try PubNubManagedMember.select(Self.member).asRequest(of: Row.self).fetchAll(db)
            rows += try PubNubManagedUser.select(Self.user).asRequest(of: Row.self).fetchAll(db)
            rows += try PubNubManagedChannel.select(Self.channel).asRequest(of: Row.self).fetchAll(db)
            return rows
        }
        #expect(rows.isEmpty)
    }
}

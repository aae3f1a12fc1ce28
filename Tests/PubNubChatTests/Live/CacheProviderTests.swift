import Dispatch
import Foundation
import Testing

@testable import PubNubChat

@Suite("Stores the identifier of the current user under com.pubnub.senderId")
struct CacheProviderTests {
    @Test("Stores, replaces and removes strings", arguments: [true, false])
    func texts(isInMemory: Bool) {
        let suite = "pubnub.chat.tests.\(UUID().uuidString)"
        defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
        let cache: any ChatCacheProvider =
            isInMemory ? MemoryCacheProvider() : UserDefaultsCacheProvider(suiteName: suite)
        #expect(cache.string(forKey: "key") == nil)
        cache.set("it's 🎉", forKey: "key")
        #expect(cache.string(forKey: "key") == "it's 🎉" && cache.string(forKey: "other") == nil)
        cache.set(nil, forKey: "key")
        #expect(cache.string(forKey: "key") == nil)
    }

    @Test("A provider without a user uses the stored identifier")
    func lastUser() async throws {
        let cache = MemoryCacheProvider()
        let service = ChatServiceAddress(
            publishKey: "demo",
            subscribeKey: "demo",
            origin: "127.0.0.1:1",
            isSecure: false
        )
        func provider(_ user: String?) throws -> PubNubChatProvider {
            try PubNubChatProvider(
                service: service,
                userId: user,
                datastoreConfiguration: .inMemory,
                cacheProvider: cache,
                callbackQueue: DispatchQueue(label: "cache test")
            )
        }
        let first = try provider(nil)
        let generated = first.currentUserId
        #expect(!generated.isEmpty && cache.string(forKey: "com.pubnub.senderId") == generated)
        #expect(try provider(nil).currentUserId == generated)
        #expect(try provider("ann").currentUserId == "ann")
        #expect(cache.string(forKey: "com.pubnub.senderId") == "ann")
        #expect(try provider(nil).currentUserId == "ann")
        try await first.close()
    }
}

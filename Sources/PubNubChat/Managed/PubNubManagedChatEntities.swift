/// The entities that a store has by default.
public enum PubNubManagedChatEntities: ManagedChatEntities {}

/// The settings of something that runs next to a server, such as a listener for its operator. They are an ``OriginAttachmentSource``.
package protocol OriginAttachmentSettings: Sendable {}

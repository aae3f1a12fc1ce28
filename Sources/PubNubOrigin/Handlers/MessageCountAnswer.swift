import PubNubWire

/// The answer to a request for message counts: the counts, and where to count on.
enum MessageCountAnswer {
    static func answer(_ counts: [(request: MessageCountRequest, found: MessageCount)]) -> OriginResponse {
        let channels = counts.map { "\(EnvelopeWriter.quoted($0.request.topic.name)):\($0.found.count)" }
        let more = counts.map { request, found in
            let path = Route.messageCounts.row.template.fill([
                "sub": PercentEncoding.escape(request.topic.keyset),
                "channels": PercentEncoding.escape(request.topic.name),
            ])
            let url = EnvelopeWriter.quoted("\(path)?timetoken=\(found.last ?? request.timetoken)")
            return "\(EnvelopeWriter.quoted(request.topic.name)): {\"url\": \(url), \"is_more\": \(found.isMore)}"
        }
        return StorageAnswer.answer([
            ("channels", "{\(channels.joined(separator: ","))}"), ("more", "{\(more.joined(separator: ", "))}"),
        ])
    }
}

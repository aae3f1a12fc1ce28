import Instrumentation
import PubNubCore
import PubNubMachines
import PubNubWire
import Tracing

import typealias PubNubTime.Timetoken

/// Spans with the names and attributes of OpenTelemetry's conventions for messaging.
extension PubNubClient {
    /// Publishes in a span, whose context the metadata carries if the configuration says so.
    func traced(
        publishingTo channel: String,
        _ publication: inout ClientEngine.Publication,
        _ publish: (ClientEngine.Publication) async throws(Failure) -> Timetoken
    ) async throws(PubNubError) -> Timetoken {
        // Without a tracer, the attributes of a span would be made for nothing.
        guard propagatesTraceContext || !(InstrumentationSystem.tracer is NoOpTracer) else {
            do throws(Failure) {
                return try await publish(publication)
            } catch {
                throw PubNubError(error)
            }
        }
        let span = startSpan("publish \(ChannelTemplate.of(channel))", ofKind: .producer)
        span.updateAttributes { attributes in
            attributes["messaging.system"] = "pubnub"
            attributes["messaging.operation.type"] = "send"
            attributes["messaging.destination.name"] = channel
        }
        defer { span.end() }
        if propagatesTraceContext { inject(span.context, into: &publication) }
        do throws(Failure) {
            let timetoken = try await publish(publication)
            span.attributes["messaging.message.id"] = timetoken.description
            return timetoken
        } catch {
            let error = PubNubError(error)
            span.attributes["error.type"] = error.code.description
            span.setStatus(SpanStatus(code: .error))
            throw error
        }
    }

    private func inject(_ context: ServiceContext, into publication: inout ClientEngine.Publication) {
        var members: [String: JSON]
        switch publication.metadata {
        case nil: members = [:]
        case .object(let given): members = given
        // Only an object has room for the context.
        default: return
        }
        InstrumentationSystem.instrument.inject(context, into: &members, using: MetadataInjector())
        if !members.isEmpty { publication.metadata = .object(members) }
    }
}

extension Message {
    /// Runs a body in a span that continues the trace of the sender, if the metadata has its context.
    ///
    /// - Parameters:
    ///   - isolation: The actor of the caller.
    ///   - body: Handles the message.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body, which the span records.
    public func withSpan<R>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> R
    ) async throws -> R {
        var context = ServiceContext.current ?? .topLevel
        if let members = metadata?.object {
            InstrumentationSystem.instrument.extract(members, into: &context, using: MetadataExtractor())
        }
        return try await Tracing.withSpan(
            "process \(ChannelTemplate.of(channel))",
            context: context,
            ofKind: .consumer
        ) { span in
            span.updateAttributes { attributes in
                attributes["messaging.system"] = "pubnub"
                attributes["messaging.operation.type"] = "process"
                attributes["messaging.destination.name"] = channel
                attributes["messaging.message.id"] = timetoken.description
            }
            return try await body()
        }
    }
}

/// The name of a channel for the name of a span, which must have few values: digits and what follows a separator of an
/// identifier vary from channel to channel.
enum ChannelTemplate {
    static func of(_ channel: String) -> String {
        var parts = channel.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices where parts[index].contains(where: \.isNumber) { parts[index] = "*" }
        return parts.joined(separator: ".")
    }
}

private struct MetadataInjector: Injector {
    func inject(_ value: String, forKey key: String, into carrier: inout [String: JSON]) {
        carrier[key] = .string(value)
    }
}

private struct MetadataExtractor: Extractor {
    func extract(key: String, from carrier: [String: JSON]) -> String? { carrier[key]?.string }
}

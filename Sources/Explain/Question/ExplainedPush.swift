// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Diagnostics
import PushLint

/// A payload and the headers it is sent with, as far as the sender says them; the rest is inferred
/// as `bellhop push` does it (``PushInference``).
public struct ExplainedPush: Hashable, Sendable {
    /// The text as it was given, which findings point into.
    public let source: SourceText
    /// The payload; `nil` when the text is none. APNs takes that, too, and no phone can read it.
    public let file: APNSFile?
    public var topic: Topic?
    public var pushType: PushType?
    public var priority: PushPriority?
    public var expiration: PushExpiration?
    public var collapseID: CollapseID?
    /// The channel of a broadcast, as it was given.
    public var channelID: String?

    /// Reads a payload file, whatever is in it.
    public init(
        reading source: SourceText, topic: Topic? = nil, pushType: PushType? = nil,
        priority: PushPriority? = nil, expiration: PushExpiration? = nil,
        collapseID: CollapseID? = nil
    ) {
        self.init(
            source, read: try? APNSFile(reading: source.bytes), topic: topic, pushType: pushType,
            priority: priority, expiration: expiration, collapseID: collapseID)
    }

    /// Takes a payload file that was read before.
    ///
    /// - Parameter file: what the text holds; `nil` when it is no payload.
    public init(
        _ source: SourceText, read file: APNSFile?, topic: Topic? = nil, pushType: PushType? = nil,
        priority: PushPriority? = nil, expiration: PushExpiration? = nil,
        collapseID: CollapseID? = nil
    ) {
        self.source = source
        self.file = file
        self.topic = topic
        self.pushType = pushType
        self.priority = priority
        self.expiration = expiration
        self.collapseID = collapseID
    }

    /// The payload's values; empty when it cannot be read.
    var payload: Payload { file?.payload ?? Payload() }

    /// What is sent to APNs.
    var body: [UInt8] {
        file?.body ?? Array(source.bytes[FrontMatter(reading: source.bytes).bodyOffset...])
    }
}

extension ExplainedPush {
    /// What the rules of lint find in payload and headers, by place.
    public var findings: [Diagnostic] {
        var context = LintContext()
        let given = [
            (APNSHeader.topic, topic?.text), (APNSHeader.pushType, pushType?.rawValue),
            (APNSHeader.priority, priority.map { String($0.rawValue) }),
            (APNSHeader.expiration, expiration.map { String($0.epochSeconds) }),
            (APNSHeader.collapseID, collapseID?.text),
        ]
        if let channelID {
            context.give(APNSHeader.channelID, channelID)
            if pushType == nil { context.give(APNSHeader.pushType, PushType.liveactivity.rawValue) }
        }
        for (name, value) in given {
            // What the file says itself is found there, with its place.
            guard let value, file?.frontMatter[name]?.value != value else { continue }
            context.give(name, value)
        }
        return PayloadLinter().lint(source, context: context).filter {
            // A broadcast's headers are filled in as well, and its warning says no more.
            ($0.severity > .note && $0.rule != "broadcast-header-missing")
                || !Self.rulesOfWhatIsFilledIn.contains($0.rule)
        }
    }

    /// Notes about what `push` and `explain` fill in or take out themselves.
    private static let rulesOfWhatIsFilledIn: Set<String> = [
        "push-type-missing", "background-priority-unsaid", "simulator-target-bundle",
        "broadcast-header-missing",
    ]
}

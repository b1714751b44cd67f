// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
package import Diagnostics
import PushLint

/// A payload and the headers that the sender stated. The other headers are inferred as by `bellhop
/// push`; see ``PushInference``.
package struct ExplainedPush: Hashable, Sendable {
    /// The text as the sender wrote it. The positions of findings refer to this text.
    package let source: SourceText
    /// The payload; `nil` if the text is not a payload. APNs accepts such a text, but no phone can
    /// read it.
    package let file: APNSFile?
    package var topic: Topic?
    package var pushType: PushType?
    package var priority: PushPriority?
    package var expiration: PushExpiration?
    package var collapseID: CollapseID?
    /// The channel of a broadcast, as the sender stated it.
    package var channelID: String?

    /// Reads a file, which may contain an invalid payload.
    package init(
        reading source: SourceText, topic: Topic? = nil, pushType: PushType? = nil,
        priority: PushPriority? = nil, expiration: PushExpiration? = nil,
        collapseID: CollapseID? = nil
    ) {
        self.init(
            source, read: try? APNSFile(reading: source.bytes), topic: topic, pushType: pushType,
            priority: priority, expiration: expiration, collapseID: collapseID)
    }

    /// Makes a push from a payload file that has already been read.
    ///
    /// - Parameter file: the content of the text; `nil` if the text is not a payload.
    package init(
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

    /// The payload's values; empty when the payload cannot be read.
    var payload: Payload { file?.payload ?? Payload() }

    /// The body that is sent to APNs.
    var body: [UInt8] {
        file?.body ?? Array(source.bytes[FrontMatter(reading: source.bytes).bodyOffset...])
    }
}

extension ExplainedPush {
    /// The findings of lint about the payload and headers, ordered by position.
    package var findings: [Diagnostic] {
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
            // Headers in the file's front matter are skipped, because the check of the file reports
            // them with their position.
            guard let value, file?.frontMatter[name]?.value != value else { continue }
            context.give(name, value)
        }
        return PayloadLinter().lint(source, context: context).filter(Self.isUseful)
    }

    /// Returns whether a finding is useful to a sender whose missing headers are inferred.
    package static func isUseful(_ finding: Diagnostic) -> Bool {
        // `bellhop push` fills in the headers of a broadcast, so a warning about missing headers
        // would not be useful.
        (finding.severity > .note && finding.rule != "broadcast-header-missing")
            || !rulesOfWhatIsFilledIn.contains(finding.rule)
    }

    /// The rules about headers and keys that `bellhop push` and `bellhop explain` fill in or remove
    /// themselves.
    private static let rulesOfWhatIsFilledIn: Set<String> = [
        "push-type-missing", "background-priority-unsaid", "simulator-target-bundle",
        "broadcast-header-missing",
    ]
}

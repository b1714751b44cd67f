// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire
public import Diagnostics

/// A payload in the form that rules examine: its text with positions, its values, and its headers.
public struct LintSubject: Sendable {
    public let source: SourceText
    /// The headers above the JSON in the file.
    public let frontMatter: FrontMatter
    /// The whole JSON object.
    public let root: JSONNode
    /// The members of the whole JSON object.
    public let members: [JSONNode.Member]
    /// The member `aps` with any value; `nil` if there is no such member.
    public let aps: JSONNode.Member?
    /// The members of `aps`; empty if `aps` is absent or not an object.
    public let apsMembers: [JSONNode.Member]
    /// The payload with its values parsed as iOS would read them.
    public let payload: Payload
    /// The push type, topic and priority to send: the stated values, or the values that `bellhop
    /// push` would infer.
    public let push: PushInference
    /// The headers that were stated, on the command line or in the file.
    public let headers: [String: LintContext.Header]
    public let context: LintContext
    /// The size in bytes of the body to send, which is the JSON without front matter and without
    /// `Simulator Target Bundle`.
    public let bodyByteCount: Int

    /// The members of `aps` and of Apple's objects inside it, each with the verdict on its key.
    private(set) var keys: [PlacedKey] = []

    private let apsByKey: [APSKey: JSONNode.Member]

    init(source: SourceText, frontMatter: FrontMatter, root: JSONNode, context: LintContext) {
        self.source = source
        self.frontMatter = frontMatter
        self.root = root
        self.context = context
        members = root.members ?? []
        aps = members.last { $0.key == "aps" }
        apsMembers = aps?.value.members ?? []
        var byKey: [APSKey: JSONNode.Member] = [:]
        for member in apsMembers {
            if let key = APSKey(rawValue: member.key) { byKey[key] = member }
        }
        apsByKey = byKey
        var payload = Payload(root.value.objectValue ?? JSONObject())
        let target = payload.custom[APNSFile.targetBundleKey]
        payload.custom[APNSFile.targetBundleKey] = nil
        self.payload = payload
        bodyByteCount =
            target == nil ? source.bytes.count - frontMatter.bodyOffset : payload.encoded.count
        headers = Self.headers(frontMatter, source, context)
        push = PushInference(
            payload: payload,
            bundleID: context.app?.bundleID ?? target?.stringValue ?? "com.example.app",
            topic: headers[APNSHeader.topic].map { Topic($0.value) },
            pushType: headers[APNSHeader.pushType].flatMap { PushType(rawValue: $0.value) },
            priority: headers[APNSHeader.priority].flatMap { Int($0.value) }
                .flatMap(PushPriority.init))
        keys = readKeys()
    }

    /// Combines the headers. Headers from the command line take precedence over headers in the
    /// file.
    private static func headers(
        _ frontMatter: FrontMatter, _ source: SourceText, _ context: LintContext
    ) -> [String: LintContext.Header] {
        var headers: [String: LintContext.Header] = [:]
        for field in frontMatter.fields {
            headers[field.name] = LintContext.Header(
                field.value, at: source.location(field.valueRange))
        }
        return headers.merging(context.headers) { $1 }
    }
}

extension LintSubject {
    public var pushType: PushType { push.pushType }
    public var priority: PushPriority { push.priority }

    /// Whether the push type was stated, so that it need not be inferred.
    public var isPushTypeGiven: Bool { headers[APNSHeader.pushType] != nil }
    /// Whether the priority was stated.
    public var isPriorityGiven: Bool { headers[APNSHeader.priority] != nil }
    /// Whether the push is sent to a channel.
    public var isBroadcast: Bool { headers[APNSHeader.channelID] != nil }

    /// Whether the file is for the Simulator, which means that its name ends in `.apns` and no
    /// headers are stated.
    var isSimulatorFile: Bool {
        headers.isEmpty && source.name.lowercased().hasSuffix(Self.simulatorSuffix)
    }

    private static let simulatorSuffix = ".apns"

    /// The oldest system version to support. The context takes precedence over the header, and the
    /// header over the app.
    public var minimumOS: OSVersion? {
        context.minimumOS ?? headers[FrontMatter.minimumOSName].flatMap { OSVersion($0.value) }
            ?? context.app?.minimumOS
    }

    /// Returns a member of `aps`. If the key is repeated, this is the last member.
    public subscript(key: APSKey) -> JSONNode.Member? { apsByKey[key] }

    /// Returns a member of the whole object. If the key is repeated, this is the last member.
    public func custom(_ key: String) -> JSONNode.Member? { members.last { $0.key == key } }

    /// The members of `alert`, if it is an object.
    public var alertMembers: [JSONNode.Member] { self[.alert]?.value.members ?? [] }

    /// Whether `aps` has an alert, a sound or a badge.
    public var isVisible: Bool {
        self[.alert] != nil || self[.sound] != nil || self[.badge] != nil
    }

    /// Returns the keys that lead to a range of the text, for instance `aps.alert.loc-args[1]`.
    public func keyPath(to range: Range<Int>) -> String {
        var path = ""
        var node = root
        while true {
            switch node.content {
            case .object(let members):
                let index = Self.countStarting(upTo: range.lowerBound, members.count) {
                    members[$0].keyRange.lowerBound
                }
                guard index > 0, range.upperBound <= members[index - 1].value.range.upperBound
                else { return path }
                let member = members[index - 1]
                path += (path.isEmpty ? "" : ".") + member.key
                node = member.value
            case .array(let elements):
                let index = Self.countStarting(upTo: range.lowerBound, elements.count) {
                    elements[$0].range.lowerBound
                }
                guard index > 0, range.upperBound <= elements[index - 1].range.upperBound
                else { return path }
                path += "[\(index - 1)]"
                node = elements[index - 1]
            default: return path
            }
        }
    }

    /// Returns the number of values that start at or before an offset. The function performs a
    /// binary search in the order of the text. A linear search would be too slow, because an object
    /// with thousands of members may have thousands of findings, and this function is called for
    /// each of them.
    private static func countStarting(
        upTo offset: Int, _ count: Int, _ start: (Int) -> Int
    ) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if start(middle) <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

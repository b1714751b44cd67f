// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A value of a property list with its place in the text.
struct PlistNode: Sendable {
    enum Content: Sendable {
        /// Anything but a list and a dictionary.
        case value(PlistValue)
        case array([PlistNode])
        case dictionary([Member])
    }

    /// An entry of a dictionary.
    struct Member: Sendable {
        let key: String
        let keyRange: Range<Int>
        let node: PlistNode
    }

    let content: Content
    /// Bytes of the text, from 0, end excluded; empty in a binary property list.
    let range: Range<Int>

    /// The value without places. Of keys that stand twice the last counts, as in Apple's readers.
    var value: PlistValue {
        switch content {
        case .value(let value): value
        case .array(let nodes): .array(nodes.map(\.value))
        case .dictionary(let members):
            .dictionary(
                Dictionary(members.map { ($0.key, $0.node.value) }, uniquingKeysWith: { $1 }))
        }
    }

    var string: String? {
        if case .value(.string(let text)) = content { text } else { nil }
    }

    var nodes: [PlistNode] { if case .array(let nodes) = content { nodes } else { [] } }

    var members: [Member] { if case .dictionary(let members) = content { members } else { [] } }

    subscript(key: String) -> PlistNode? { members.last { $0.key == key }?.node }
}

/// What a property list is read up to. Whatever is larger is refused with a message.
enum PlistLimits {
    /// Lists and dictionaries inside each other. Xcode's own files stay below ten.
    static let depthMax = 64
    /// Values of one file, references of a binary one counted as often as they are followed.
    static let valueCountMax = 500_000
}

/// Counts the values of a property list while it is read.
struct PlistBudget {
    private var count = 0

    mutating func spend(at offset: Int) throws(PlistError) {
        count += 1
        guard count <= PlistLimits.valueCountMax else {
            throw PlistError("more than \(PlistLimits.valueCountMax) values", offset: offset)
        }
    }
}

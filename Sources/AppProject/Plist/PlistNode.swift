// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A value of a property list with its position in the text.
struct PlistNode: Sendable {
    enum Content: Sendable {
        /// Any value except an array or a dictionary.
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
    /// The half-open range in the text, in bytes counted from 0; empty in a binary property list.
    let range: Range<Int>

    /// The value without positions. If a key is repeated, the last entry is used, as in Apple's
    /// parsers.
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

/// Limits for reading a property list. A file that exceeds a limit is rejected with a message.
enum PlistLimits {
    /// The maximum nesting depth of arrays and dictionaries. In Xcode's own files, the depth is
    /// below ten.
    static let depthMax = 64
    /// The maximum number of values in a file. In a binary file, each reference to a value counts.
    static let valueCountMax = 500_000
}

/// Counts the values of a property list while it is read.
struct PlistBudget {
    private var count = 0

    mutating func spend(at offset: Int) throws(PlistError) {
        count += 1
        guard count <= PlistLimits.valueCountMax else {
            throw PlistError(
                "there are more than \(PlistLimits.valueCountMax) values", offset: offset)
        }
    }
}

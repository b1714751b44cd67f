// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Compares the categories that an app declares with the categories that its server sends.
///
/// If the app does not declare a category, the system shows the notifications of the category
/// without buttons and reports no error (rule `ACT-2`).
public struct CategoryCheck: Equatable, Sendable {
    /// The maximum number of unknown categories that are remembered. Once it is reached, further
    /// unknown categories are ignored.
    public static let unknownMax = 32
    /// The maximum number of actions of a category (Apple, "Declaring your actionable notification
    /// types").
    public static let actionsMax = 10

    /// A problem with the app's categories.
    public enum Finding: Hashable, Sendable, CustomStringConvertible {
        /// The server sent a category that the app does not declare.
        case unknown(PushCategoryID, count: Int)
        /// Two categories have the same identifier; the system keeps one of them.
        case declaredTwice(PushCategoryID)
        /// Two actions within one category have the same identifier (rule `ACT-4`).
        case actionTwice(PushActionID, in: PushCategoryID)
        /// Two different actions have the same identifier (rule `ACT-4`).
        case actionDiffers(PushActionID)
        /// A category has more actions than the system shows (rule `ACT-3`).
        case tooManyActions(PushCategoryID, count: Int)
        /// A category or an action has an empty identifier.
        case emptyName(in: PushCategoryID)

        public var description: String {
            switch self {
            case .unknown(let id, let count):
                "category \"\(id.rawValue)\" was received (\(count)×) and is not declared, so its "
                    + "buttons are not shown. Add it to the configuration's categories."
            case .declaredTwice(let id):
                "category \"\(id.rawValue)\" is declared twice. Remove one of them."
            case .actionTwice(let id, let category):
                "category \"\(category.rawValue)\" has action \"\(id.rawValue)\" twice. Rename one."
            case .actionDiffers(let id):
                "two different actions have the identifier \"\(id.rawValue)\". Rename one."
            case .tooManyActions(let id, let count):
                "category \"\(id.rawValue)\" has \(count) actions. The system shows at most "
                    + "\(CategoryCheck.actionsMax)."
            case .emptyName(let category):
                "the identifier of category \"\(category.rawValue)\" or of one of its actions is "
                    + "empty. Set an identifier."
            }
        }
    }

    /// The categories that the app declares.
    public let declared: [PushCategory]
    /// The number of messages received for each category that the app does not declare.
    public private(set) var unknown: [PushCategoryID: Int] = [:]

    public init(_ declared: [PushCategory]) { self.declared = declared }

    /// Records the category of a received message.
    public mutating func record(_ payload: PushPayload) {
        guard let id = payload.category, !declared.contains(where: { $0.id == id }),
            unknown[id] != nil || unknown.count < Self.unknownMax
        else { return }
        unknown[id, default: 0] += 1
    }

    /// Returns those of the given categories that the app does not declare. Intended for a test
    /// that passes the categories that the server sends.
    public func missing(from sent: some Sequence<PushCategoryID>) -> Set<PushCategoryID> {
        Set(sent).subtracting(declared.map(\.id))
    }

    /// All problems, always in the same order.
    public var findings: [Finding] {
        var findings: [Finding] = []
        var categories: Set<PushCategoryID> = []
        var actions: [PushActionID: PushAction] = [:]
        for category in declared {
            if !categories.insert(category.id).inserted {
                findings.append(.declaredTwice(category.id))
            }
            if category.actions.count > Self.actionsMax {
                findings.append(.tooManyActions(category.id, count: category.actions.count))
            }
            let names = [category.id.rawValue] + category.actions.map(\.id.rawValue)
            if names.contains("") { findings.append(.emptyName(in: category.id)) }
            var own: Set<PushActionID> = []
            for action in category.actions {
                if !own.insert(action.id).inserted {
                    findings.append(.actionTwice(action.id, in: category.id))
                } else if let other = actions[action.id], other != action {
                    findings.append(.actionDiffers(action.id))
                }
                actions[action.id] = action
            }
        }
        return findings
            + unknown.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { .unknown($0.key, count: $0.value) }
    }
}

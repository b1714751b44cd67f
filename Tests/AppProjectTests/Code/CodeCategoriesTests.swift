// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import Testing

private func index(_ texts: String...) -> CodeIndex {
    CodeIndex(
        texts.enumerated().map {
            SwiftSource(SourceText(name: "File\($0.offset).swift", text: $0.element))
        })
}

@Test(arguments: [
    (#"let c = UNNotificationCategory(identifier: "A", actions: [], intentIdentifiers: [])"#, "A"),
    (
        """
        enum ID { static let order = "ORDER" }
        let c = UNNotificationCategory(identifier: ID.order, actions: [], intentIdentifiers: [])
        """, "ORDER"
    ),
    (
        """
        enum Kind: String { case order, news = "NEWS" }
        let c = UNNotificationCategory(
            identifier: Kind.order.rawValue, actions: [], intentIdentifiers: [])
        """, "order"
    ),
    (
        """
        enum Kind: String { case order, news = "NEWS" }
        let c = UNNotificationCategory(
            identifier: Kind.news.rawValue, actions: [], intentIdentifiers: [])
        """, "NEWS"
    ),
    (
        """
        struct Kind { let rawValue: String; static let news = Kind(rawValue: "NEWS") }
        let c: UNNotificationCategory = .init(
            identifier: Kind.news.rawValue, actions: [], intentIdentifiers: [])
        """, "NEWS"
    ),
    (
        """
        extension PushCategoryID { public static let message: Self = "MESSAGE" }
        let c = PushCategory(.message, actions: [.reply])
        """, "MESSAGE"
    ),
    (#"let c = PushCategory("EVENT")"#, "EVENT"),
    (
        """
        class Center {
            private let id = "LOCAL"
            var c: UNNotificationCategory {
                UNNotificationCategory(identifier: self.id, actions: [], intentIdentifiers: [])
            }
        }
        """, "LOCAL"
    ),
])
func `a category's identifier is found as a literal or a constant`(code: String, identifier: String)
{
    let categories = index(code).categories
    #expect(categories.identifiers == [identifier])
    #expect(categories.isComplete)
}

@Test(arguments: [
    """
    func make(_ id: String) -> UNNotificationCategory {
        UNNotificationCategory(identifier: id, actions: [], intentIdentifiers: [])
    }
    """,
    """
    enum Kind: String, CaseIterable { case a, b }
    let all = Kind.allCases.map {
        UNNotificationCategory(identifier: $0.rawValue, actions: [], intentIdentifiers: [])
    }
    """,
    #"let c = UNNotificationCategory(identifier: "A\(n)", actions: [], intentIdentifiers: [])"#,
    """
    enum A { static let id = "X" }
    enum B { static let id = "Y" }
    let c = UNNotificationCategory(identifier: id, actions: [], intentIdentifiers: [])
    """,
    "import OneSignalFramework",
])
func `a computed identifier makes the list of categories incomplete`(code: String) {
    #expect(!index(code).categories.isComplete)
}

@Test func `a constant of another file is resolved, and a qualified name selects one of two`() {
    let categories = index(
        "enum A { static let id = \"X\" }", "enum B { static let id = \"Y\" }",
        "let c = UNNotificationCategory(identifier: B.id, actions: [], intentIdentifiers: [])"
    ).categories
    #expect(categories.identifiers == ["Y"])
    #expect(categories.categories.map(\.location.file) == ["File2.swift"])
}

@Test func `actions are found, also those of the kit`() {
    let code = index(
        """
        import BellhopKit
        let a = UNNotificationAction(identifier: "OPEN", title: "Open")
        let b = UNTextInputNotificationAction(identifier: "SAY", title: "Say")
        extension PushActionID { static let done: Self = "DONE" }
        extension PushAction { static let done = button(.done, "Done") }
        """)
    #expect(code.categories.actionIdentifiers == ["OPEN", "SAY", "DONE"])
}

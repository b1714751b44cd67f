// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import PushLint
import Testing

private typealias Property = LintApp.Activity.Property

private func activities(_ texts: String...) -> [String: LintApp.Activity] {
    CodeIndex(
        texts.enumerated().map {
            SwiftSource(SourceText(name: "File\($0.offset).swift", text: $0.element))
        }
    ).activities
}

@Test func `the stored properties of attributes and content state are found`() throws {
    let order = try #require(
        activities(
            """
            public struct OrderAttributes: ActivityAttributes, Sendable {
                public struct ContentState: Codable, Hashable {
                    enum Step: String, Codable { case placed }
                    var step: Step
                    var arrival: Double?, note: Optional<String>
                    var count = 0
                    var label: String { "x" }
                    static let zero = 0
                    enum CodingKeys: String, CodingKey {
                        case step, note, count
                        case arrival = "arrival_at"
                    }
                }
                public let orderID: String
                let version = 1
                var title: String = "" { didSet { } }
                init(orderID: String) { self.orderID = orderID }
            }
            """)["OrderAttributes"])
    #expect(
        order.attributes == [
            Property(key: "orderID", type: "String", isRequired: true),
            Property(key: "title", type: "String", isRequired: true),
        ])
    #expect(
        order.contentState == [
            Property(key: "step", type: "Step", isRequired: true),
            Property(key: "arrival_at", type: "Double?", isRequired: false),
            Property(key: "note", type: "Optional<String>", isRequired: false),
            Property(key: "count", type: "Int", isRequired: true),
        ])
}

@Test func `the content state may be declared outside of the attributes`() throws {
    let found = activities(
        """
        struct Game: ActivityAttributes { typealias ContentState = GameState; var name: String }
        """, "struct GameState: Codable, Hashable { var home: Int }",
        """
        struct Ride: ActivityAttributes {}
        extension Ride { struct ContentState: Codable, Hashable { var eta: Int } }
        """,
        "struct Later {}",
        "extension Later: ActivityAttributes { typealias ContentState = GameState }")
    let home = [Property(key: "home", type: "Int", isRequired: true)]
    #expect(found["Game"]?.contentState == home)
    #expect(found["Later"]?.contentState == home)
    #expect(found["Ride"]?.contentState == [Property(key: "eta", type: "Int", isRequired: true)])
    #expect(found["Ride"]?.attributes == [])
}

@Test(arguments: [
    "struct ContentState: Codable { var a: Int; init(from decoder: any Decoder) throws {} }",
    "struct ContentState: Codable { @Default var a: Int }",
    "enum ContentState: Codable { case a }",
    "typealias ContentState = Elsewhere",
    "struct ContentState: Codable { \n#if DEBUG\n var a: Int\n#endif\n}",
])
func `the properties of a type with custom decoding or of a missing type are unknown`(
    state: String
) throws {
    let game = try #require(
        activities("struct Game: ActivityAttributes { \(state); var name: String }")["Game"])
    #expect(game.contentState == nil)
    #expect(game.attributes?.map(\.key) == ["name"])
}

@Test func `a type that is not a Live Activity is ignored`() {
    #expect(activities("struct Game: Codable { struct ContentState {} }").isEmpty)
}

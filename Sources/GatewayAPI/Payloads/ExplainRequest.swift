// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The body of `POST /v1/explain`: a payload, and the states of the phone in which to explain it.
public struct ExplainRequest: Hashable, Sendable {
    /// The state of the phone and of the app when the push arrives. A property that is `nil` has
    /// the default of `bellhop explain`, whose options have the same names and values.
    public struct Scenario: Hashable, Sendable {
        static let keys = [
            "name", "state", "permission", "locked", "focus", "focus_allows_app", "muted",
            "low_power", "summary", "previews", "background_refresh", "online",
        ]

        /// The caller's name for the scenario, which the response repeats.
        public var name: String
        public var state: String?
        public var permission: String?
        public var isLocked: Bool?
        public var focus: String?
        public var focusAllowsApp: Bool
        public var isMuted: Bool
        public var isLowPower: Bool
        public var isInSummary: Bool
        public var previews: String?
        public var hasBackgroundRefresh: Bool
        public var isOnline: Bool

        init(_ form: FormReader, at index: Int) throws(Problem) {
            name = try form.name("name") ?? "\(index)"
            state = try form.text("state")
            permission = try form.text("permission")
            isLocked = try form.boolean("locked")
            focus = try form.name("focus")
            focusAllowsApp = try form.boolean("focus_allows_app") ?? false
            isMuted = try form.boolean("muted") ?? false
            isLowPower = try form.boolean("low_power") ?? false
            isInSummary = try form.boolean("summary") ?? false
            previews = try form.text("previews")
            hasBackgroundRefresh = try form.boolean("background_refresh") ?? true
            isOnline = try form.boolean("online") ?? true
        }
    }

    public var draft: PayloadDraft
    /// 1 to ``GatewayLimits/scenariosMax`` scenarios.
    public var scenarios: [Scenario]

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(
            bytes, keys: PayloadDraft.keys + ["scenarios"],
            example: #"{"payload":"{\"aps\":{}}","scenarios":[{"state":"foreground"}]}"#)
        draft = try PayloadDraft(reader)
        let forms = try reader.forms(
            "scenarios", countMax: GatewayLimits.scenariosMax, keys: Scenario.keys,
            example: #"{"state":"foreground"}"#)
        guard !forms.isEmpty else {
            throw Problem(
                .valueMissing, "\"scenarios\" is missing or empty; send at least one, such as {}",
                keyPath: "scenarios")
        }
        scenarios = []
        for (index, form) in forms.enumerated() {
            scenarios.append(try Scenario(form, at: index))
        }
    }
}

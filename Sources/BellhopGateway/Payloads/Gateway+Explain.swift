// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Explain
import GatewayAPI

extension Gateway {
    /// Explains what APNs and a phone do with a payload in each scenario. Nothing is sent.
    ///
    /// - Returns: one object for each scenario, in the order of the scenarios: the object that
    ///   `bellhop explain --format json` prints, with the scenario's name.
    /// - Throws: `Problem` if a header or a scenario is invalid.
    func explain(_ request: ExplainRequest) throws -> JSONObject {
        let push = try request.draft.explained()
        var explanations: [JSONValue] = []
        for (index, scenario) in request.scenarios.enumerated() {
            let state = try Scenario(scenario, at: index)
            var json = try Explanation(of: push, in: state, now: time.now).json
            json["name"] = .string(scenario.name)
            explanations.append(.object(json))
        }
        return ["explanations": .array(explanations)]
    }
}

extension Scenario {
    /// - Throws: `Problem` if a word is unknown, or if two values contradict each other.
    fileprivate init(_ request: ExplainRequest.Scenario, at index: Int) throws(Problem) {
        func bad(_ key: String, _ detail: String) -> Problem {
            let path = "scenarios[\(index)].\(key)"
            return Problem(.badValue, "\"\(path)\" \(detail)", keyPath: path)
        }
        func word<Word: RawRepresentable<String> & CaseIterable>(
            _ key: String, _ text: String?, _ type: Word.Type
        ) throws(Problem) -> Word? {
            guard let text else { return nil }
            guard let word = Word(rawValue: text) else {
                throw bad(
                    key,
                    "has an unknown value; send one of "
                        + Word.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return word
        }
        self.init(state: try word("state", request.state, AppState.self))
        permission = try word("permission", request.permission, Authorization.self)
        previews = try word("previews", request.previews, PreviewSetting.self)
        isLocked = request.isLocked
        focusName = request.focus
        focusAllowsApp = request.focusAllowsApp
        isMuted = request.isMuted
        isLowPower = request.isLowPower
        isInSummary = request.isInSummary
        hasBackgroundRefresh = request.hasBackgroundRefresh
        isOnline = request.isOnline
        if isLocked == true, appState == .foreground {
            throw bad("locked", "contradicts the state foreground, which needs an unlocked phone")
        }
        if focusAllowsApp, focusName == nil {
            throw bad("focus_allows_app", "needs an active Focus; add \"focus\"")
        }
        if isInSummary, authorization != .authorized {
            throw bad("summary", "needs the permission authorized; other apps have no summary")
        }
    }
}

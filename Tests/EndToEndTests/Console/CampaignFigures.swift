// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

/// The figures at the top of a campaign's page: accepted, rejected, not sent.
enum CampaignFigures {
    private static let names = [
        ["accepted"], ["rejected"], ["suppressed", "expired", "cancelled"],
    ]
    private static let shown = """
        [...document.querySelectorAll(".figure strong")].slice(0, 3)
            .map((e) => Number(e.textContent.replace(/\\D/g, "")))
        """

    /// Waits until the page shows the figures of the API and these did not change in between:
    /// requests that were in flight when a campaign was paused or cancelled are counted later.
    ///
    /// - Returns: The campaign of the API.
    static func settled(
        in driver: WebDriver, campaign: () async throws -> JSONValue
    ) async throws -> JSONValue {
        let end = ContinuousClock.now + WebDriver.waitMax
        while true {
            let current = try await campaign()
            let totals = current["totals"]
            let expected = JSONValue.array(
                names.map { names in
                    let count = names.reduce(0) { $0 + (totals?[.key($1)]?.intValue ?? 0) }
                    return .number(JSONNumber(count))
                })
            let figures = try await driver.value(shown)
            if figures == expected, try await campaign()["totals"] == totals { return current }
            guard ContinuousClock.now < end else {
                throw WebDriver.Failure(
                    description: "the page shows \(JSONWriter.text(figures)), the API has "
                        + JSONWriter.text(expected))
            }
        }
    }
}

// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A page of the console. ``ConsolePages/table`` has all of them.
package struct ConsolePage: Sendable {
    /// An API call whose response the server reads before it renders the page.
    package struct First: Sendable {
        /// The name of the response in the template: `{{first.NAME.…}}`.
        let name: String
        /// The path of the API with its query, such as `/v1/apps?limit=50`. A part such as `:id` is
        /// replaced with the corresponding part of the page's own path.
        let path: String

        package init(_ name: String, _ path: String) {
            self.name = name
            self.path = path
        }
    }

    /// The path, such as `/console/campaigns/:id`.
    let path: String
    /// The key of the title in the catalogue of strings.
    let title: String
    /// The key of the sentence below the title; `nil` for none.
    let lead: String?
    /// The entry of the navigation that is marked as current.
    let section: ConsoleSection?
    /// The name of the template file without its extension, in `Resources/Templates`.
    let template: String
    /// The script modules that the page loads, in `Resources/Scripts`.
    let scripts: [String]
    /// The style files in addition to `console.css`, in `Resources/Styles`.
    let styles: [String]
    /// The catalogue files in addition to `common`, in `Resources/Strings`.
    let strings: [String]
    let first: [First]
    /// Returns data of the program as JSON, which the template inserts with `{{{extra}}}`.
    let extra: (@Sendable () -> JSONValue)?
    /// Whether the page uses the whole width of the window.
    let isWide: Bool

    package init(
        _ path: String, title: String, lead: String? = nil, section: ConsoleSection?,
        template: String, scripts: [String] = [], styles: [String] = [], strings: [String] = [],
        first: [First] = [], extra: (@Sendable () -> JSONValue)? = nil,
        isWide: Bool = false
    ) {
        self.path = path
        self.title = title
        self.lead = lead
        self.section = section
        self.template = template
        self.scripts = scripts
        self.styles = styles
        self.strings = strings
        self.first = first
        self.extra = extra
        self.isWide = isWide
    }
}

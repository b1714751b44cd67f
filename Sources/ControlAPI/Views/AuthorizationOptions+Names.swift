// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel

extension AuthorizationOptions {
    /// The options with their names, in Apple's order.
    private static let named: [(name: String, option: AuthorizationOptions)] = [
        ("badge", .badge), ("sound", .sound), ("alert", .alert), ("car-play", .carPlay),
        ("critical-alert", .criticalAlert),
        ("provides-app-notification-settings", .providesAppNotificationSettings),
        ("provisional", .provisional), ("announcement", .announcement),
        ("time-sensitive", .timeSensitive),
    ]

    /// Every name, in Apple's order.
    package static var allNames: [String] { named.map(\.name) }

    /// The names of the options that the set contains.
    package var names: [String] { Self.named.filter { contains($0.option) }.map(\.name) }

    /// Makes the options with the given names. Returns `nil` when a name is unknown.
    package init?(names: some Sequence<String>) {
        var options: AuthorizationOptions = []
        for name in names {
            guard let option = Self.named.first(where: { $0.name == name })?.option else {
                return nil
            }
            options.insert(option)
        }
        self = options
    }

    /// Makes the options from comma-separated names, such as `alert,sound`. Returns `nil` when a
    /// name is unknown or the list is empty.
    package init?(list: String) {
        let names = list.split(separator: ",").map { String($0) }
        guard !names.isEmpty else { return nil }
        self.init(names: names)
    }
}

// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel

/// A group of keys in a YAML file. Only certain keys are allowed in the group.
package struct YAMLMapping {
    package let place: YAMLPlace
    private var places: [String: YAMLPlace] = [:]

    init(
        _ place: YAMLPlace, pairs: [(key: YAMLPlace, value: YAMLPlace)], keys: [String]
    ) throws(YAMLError) {
        self.place = place
        for (key, value) in pairs {
            let name = OneLine.text(key.scalar ?? "", characterCountMax: 40)
            guard keys.contains(name) else {
                throw key.error(
                    "there is no such key; " + YAMLPlace.guess(name, among: keys) + "use one of "
                        + keys.joined(separator: ", "))
            }
            guard places[name] == nil else { throw key.error("this key occurs twice; remove one") }
            places[name] = value
        }
    }

    /// Returns the value of a key; `nil` if the key is absent.
    package subscript(_ key: String) -> YAMLPlace? { places[key] }

    package func required(_ key: String) throws(YAMLError) -> YAMLPlace {
        guard let found = places[key] else {
            throw place.error("this key is missing; add it", at: Self.join(place.path, key))
        }
        return found
    }

    static func join(_ path: String, _ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }
}

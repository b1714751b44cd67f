// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// An object with Live Activity data in a payload, and the properties of the app that decode it.
struct ActivityData {
    let app: LintApp
    /// The structure's name in messages, for instance `DeliveryAttributes` or `ContentState of
    /// DeliveryAttributes`.
    let name: String
    let object: JSONNode.Member
    let properties: [LintApp.Activity.Property]

    /// Returns the objects that can be checked. For a start, these are the attributes and the
    /// content state. For an update, this is the content state, provided that the app has only one
    /// type of activity, because an update does not specify its type.
    static func all(in push: LintSubject) -> [ActivityData] {
        guard let app = push.app, let activities = app.activities,
            let (type, activity) = activity(of: push, in: activities)
        else { return [] }
        var data: [ActivityData] = []
        if let object = push[.attributes], object.value.members != nil,
            let properties = activity.attributes
        {
            data.append(
                ActivityData(app: app, name: type, object: object, properties: properties))
        }
        if let object = push[.contentState], object.value.members != nil,
            let properties = activity.contentState
        {
            let name = "ContentState of \(type)"
            data.append(
                ActivityData(app: app, name: name, object: object, properties: properties))
        }
        return data
    }

    private static func activity(
        of push: LintSubject, in activities: [String: LintApp.Activity]
    ) -> (type: String, activity: LintApp.Activity)? {
        if let type = push[.attributesType]?.value.value.stringValue {
            return activities[type].map { (type, $0) }
        }
        guard push.pushType == .liveactivity, activities.count == 1, let only = activities.first
        else { return nil }
        return (only.key, only.value)
    }

    /// The required properties that are absent from the payload.
    var missing: [LintApp.Activity.Property] {
        properties.filter { property in
            property.isRequired && object.value[property.key] == nil
        }
    }

    /// The members that are not decoded by any property.
    var unknown: [JSONNode.Member] {
        (object.value.members ?? []).filter { member in
            !properties.contains { $0.key == member.key }
        }
    }

    /// The members whose value does not fit the property's type.
    var wrong: [(member: JSONNode.Member, property: LintApp.Activity.Property)] {
        (object.value.members ?? []).compactMap { member in
            guard let property = properties.first(where: { $0.key == member.key }),
                SwiftTypeJSON(property.type)?.accepts(member.value.content) == false
            else { return nil }
            return (member, property)
        }
    }
}

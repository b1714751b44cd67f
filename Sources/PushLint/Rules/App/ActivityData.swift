// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

/// The data of a Live Activity in a payload, beside the properties that decode it.
struct ActivityData {
    let app: LintApp
    /// The structure in words: `DeliveryAttributes`, `ContentState of DeliveryAttributes`.
    let name: String
    let object: JSONNode.Member
    let properties: [LintApp.Activity.Property]

    /// What can be checked: both with a start, the state with an update when the app has one type
    /// of activity only. Nothing says which activity another update is for.
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

    /// Properties that must be there and are not.
    var missing: [LintApp.Activity.Property] {
        properties.filter { property in
            property.isRequired && object.value[property.key] == nil
        }
    }

    /// Members that no property reads.
    var unknown: [JSONNode.Member] {
        (object.value.members ?? []).filter { member in
            !properties.contains { $0.key == member.key }
        }
    }

    /// Members whose value the property's type does not take.
    var wrong: [(member: JSONNode.Member, property: LintApp.Activity.Property)] {
        (object.value.members ?? []).compactMap { member in
            guard let property = properties.first(where: { $0.key == member.key }),
                SwiftTypeJSON(property.type)?.takes(member.value.content) == false
            else { return nil }
            return (member, property)
        }
    }
}

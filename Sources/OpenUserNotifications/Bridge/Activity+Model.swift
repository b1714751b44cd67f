// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation

extension ActivityRecord {
    init(_ activity: LiveActivity) {
        self.init(
            id: activity.id, attributesType: activity.attributesType,
            attributes: Data(activity.attributes.utf8), content: ActivityContentRecord(activity),
            state: ActivityState(activity.state),
            pushToken: activity.token.map { Data($0.bytes) })
    }
}

extension ActivityContentRecord {
    init(_ activity: LiveActivity) {
        self.init(
            state: Data(activity.contentState.utf8), staleDate: activity.staleDate,
            relevanceScore: activity.relevanceScore)
    }
}

extension ActivityState {
    init(_ state: LiveActivity.State) {
        self =
            switch state {
            case .pending: .pending
            case .active: .active
            case .stale: .stale
            case .ended: .ended
            case .dismissed: .dismissed
            }
    }
}

extension AlertConfiguration {
    /// This alert, converted to the device model's type.
    var model: LiveActivity.Alert {
        LiveActivity.Alert(
            title: title.model, body: body.model,
            sound: sound.name.map { .named($0) } ?? .default)
    }
}

extension LocalizedStringResource {
    /// This text, converted to the device model's type. The phone localizes the text when it shows
    /// the alert.
    fileprivate var model: NotificationText {
        #if canImport(Darwin)
        NotificationText(key: key, plain: String(localized: self))
        #else
        NotificationText(
            key: key, arguments: defaultValue.arguments, plain: defaultValue.filled(into: key))
        #endif
    }
}

extension ActivityUIDismissalPolicy {
    /// This policy, converted to the device model's type.
    var model: ActivityDismissal {
        switch choice {
        case .system: .default
        case .immediate: .immediate
        case .after(let date): .after(date)
        }
    }
}

extension ActivityStart {
    /// This request, converted to the device model's type.
    var model: DeviceModel.ActivityRequest {
        let updates: LiveActivity.Updates =
            switch pushType {
            case nil: .app
            case let type?: type.channelID.map { .channel($0) } ?? .token
            }
        var request = DeviceModel.ActivityRequest(
            attributesType: attributesType, attributes: String(decoding: attributes, as: UTF8.self),
            contentState: String(decoding: content.state, as: UTF8.self), updates: updates)
        request.staleDate = content.staleDate
        request.relevanceScore = content.relevanceScore
        request.isTransient = style == .transient
        request.start = startDate
        request.alert = alert?.model
        return request
    }
}

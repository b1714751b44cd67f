// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import DeviceModel
import Foundation

extension UNNotificationCategory.Record {
    /// This category, converted to the device model's type.
    package var model: NotificationCategory {
        NotificationCategory(
            id: identifier, actions: actions.map(\.model), intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder,
            summaryFormat: categorySummaryFormat,
            options: NotificationCategory.Options(rawValue: options))
    }

    package init(_ category: NotificationCategory) {
        self.init(
            identifier: category.id,
            actions: category.actions.map(UNNotificationAction.Record.init),
            intentIdentifiers: category.intentIdentifiers, options: category.options.rawValue,
            hiddenPreviewsBodyPlaceholder: category.hiddenPreviewsBodyPlaceholder,
            categorySummaryFormat: category.summaryFormat)
    }
}

extension UNNotificationAction.Record {
    /// This action, converted to the device model's type.
    package var model: NotificationAction {
        NotificationAction(
            id: identifier, title: title, options: NotificationAction.Options(rawValue: options),
            icon: icon.map(\.model),
            textInput: textInput.map {
                NotificationAction.TextInput(
                    buttonTitle: $0.buttonTitle, placeholder: $0.placeholder)
            })
    }

    package init(_ action: NotificationAction) {
        self.init(
            identifier: action.id, title: action.title,
            options: UNNotificationActionOptions(rawValue: action.options.rawValue),
            icon: action.icon.map(UNNotificationActionIcon.Record.init(model:)),
            textInput: action.textInput.map {
                TextInput(buttonTitle: $0.buttonTitle, placeholder: $0.placeholder)
            })
    }
}

extension UNNotificationActionIcon.Record {
    /// The prefix of a name that refers to an image of the app. The name of a system symbol has no
    /// prefix.
    private static let templatePrefix = "template:"

    fileprivate var model: String { isSystemImage ? name : Self.templatePrefix + name }

    fileprivate init(model text: String) {
        let isTemplate = text.hasPrefix(Self.templatePrefix)
        self.init(
            name: isTemplate ? String(text.dropFirst(Self.templatePrefix.count)) : text,
            isSystemImage: !isTemplate)
    }
}

// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import Foundation

extension UNNotificationSound.Record {
    /// This sound, converted to the device model's type.
    var model: NotificationSound {
        if isCritical { return .critical(name: name, volume: volume.map { Double($0) }) }
        if isRingtone { return .ringtone(name: name) }
        return name.map { .named($0) } ?? .default
    }

    init(_ sound: NotificationSound) {
        self.init(name: sound.name)
        switch sound {
        case .default, .named: break
        case .critical(_, let volume):
            isCritical = true
            self.volume = volume.map { Float($0) }
        case .ringtone: isRingtone = true
        }
    }
}

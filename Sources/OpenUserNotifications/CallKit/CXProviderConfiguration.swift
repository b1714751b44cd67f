// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What an app can do with calls. Apple: since iOS 10.0.
public class CXProviderConfiguration: ValueObject, RecordBacked, @unchecked Sendable {
    /// The values of a configuration.
    public struct Record: ValueRecord {
        package var supportsVideo = false
        package var ringtoneSound: String?
        package var maximumCallGroups = 2
        package var maximumCallsPerCallGroup = 5
        package var includesCallsInRecents = true
        package var supportedHandleTypes: Set<Int> = []
        package var iconTemplateImageData: Data?
    }

    /// A configuration with Apple's defaults. Since iOS 14.0.
    public convenience init() { self.init(record: Record()) }

    /// A configuration with a name; the name is taken from the app since iOS 14.
    public convenience init(localizedName: String) { self.init() }

    /// Whether there are video calls; false by default.
    public var supportsVideo: Bool {
        get { record.supportsVideo }
        set { change { $0.supportsVideo = newValue } }
    }
    /// The sound file of the app that rings.
    public var ringtoneSound: String? {
        get { record.ringtoneSound }
        set { change { $0.ringtoneSound = newValue } }
    }
    /// How many groups of calls there may be; 2 by default.
    public var maximumCallGroups: Int {
        get { record.maximumCallGroups }
        set { change { $0.maximumCallGroups = newValue } }
    }
    /// How many calls a group may have; 5 by default.
    public var maximumCallsPerCallGroup: Int {
        get { record.maximumCallsPerCallGroup }
        set { change { $0.maximumCallsPerCallGroup = newValue } }
    }
    /// Whether calls are kept in the list of recent ones; true by default.
    public var includesCallsInRecents: Bool {
        get { record.includesCallsInRecents }
        set { change { $0.includesCallsInRecents = newValue } }
    }
    /// The app's image in the list of calls, as PNG.
    public var iconTemplateImageData: Data? {
        get { record.iconTemplateImageData }
        set { change { $0.iconTemplateImageData = newValue } }
    }
    /// The app's name; taken from the app since iOS 14. Deprecated in iOS 14.0.
    public var localizedName: String? { nil }
    /// What callers may be reached by.
    public var supportedHandleTypes: Set<CXHandle.HandleType> {
        get { Set(record.supportedHandleTypes.compactMap(CXHandle.HandleType.init(rawValue:))) }
        set {
            let types = Set(newValue.map(\.rawValue))
            change { $0.supportedHandleTypes = types }
        }
    }

    /// A configuration with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any {
        CXProviderConfiguration(record: record)
    }
}

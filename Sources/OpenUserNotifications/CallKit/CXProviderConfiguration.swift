// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An app's capabilities for calls. Available since iOS 10.0.
public class CXProviderConfiguration: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a configuration.
    public struct Record: ValueRecord {
        package var supportsVideo = false
        package var ringtoneSound: String?
        package var maximumCallGroups = 2
        package var maximumCallsPerCallGroup = 5
        package var includesCallsInRecents = true
        package var supportedHandleTypes: Set<Int> = []
        package var iconTemplateImageData: Data?
    }

    /// Creates a configuration with Apple's defaults. Available since iOS 14.0.
    public convenience init() { self.init(record: Record()) }

    /// Creates a configuration. The name is ignored, because since iOS 14 the system uses the app's
    /// name.
    public convenience init(localizedName: String) { self.init() }

    /// Whether the app supports video calls; `false` by default.
    public var supportsVideo: Bool {
        get { record.supportsVideo }
        set { change { $0.supportsVideo = newValue } }
    }
    /// The name of the app's ringtone file.
    public var ringtoneSound: String? {
        get { record.ringtoneSound }
        set { change { $0.ringtoneSound = newValue } }
    }
    /// The maximum number of call groups; 2 by default.
    public var maximumCallGroups: Int {
        get { record.maximumCallGroups }
        set { change { $0.maximumCallGroups = newValue } }
    }
    /// The maximum number of calls in a group; 5 by default.
    public var maximumCallsPerCallGroup: Int {
        get { record.maximumCallsPerCallGroup }
        set { change { $0.maximumCallsPerCallGroup = newValue } }
    }
    /// Whether calls appear in the list of recent calls; `true` by default.
    public var includesCallsInRecents: Bool {
        get { record.includesCallsInRecents }
        set { change { $0.includesCallsInRecents = newValue } }
    }
    /// The app's icon in the call interface, as PNG.
    public var iconTemplateImageData: Data? {
        get { record.iconTemplateImageData }
        set { change { $0.iconTemplateImageData = newValue } }
    }
    /// The app's name. Since iOS 14, the system uses the app's own name, and this property is
    /// `nil`. Deprecated in iOS 14.0.
    public var localizedName: String? { nil }
    /// The types of handle that the app supports.
    public var supportedHandleTypes: Set<CXHandle.HandleType> {
        get { Set(record.supportedHandleTypes.compactMap(CXHandle.HandleType.init(rawValue:))) }
        set {
            let types = Set(newValue.map(\.rawValue))
            change { $0.supportedHandleTypes = types }
        }
    }

    /// Returns a configuration with the same values.
    public override func copy(with zone: NSZone? = nil) -> Any {
        CXProviderConfiguration(record: record)
    }
}

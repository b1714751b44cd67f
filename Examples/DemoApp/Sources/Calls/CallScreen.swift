// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import CallKit
#else
import OpenUserNotifications
#endif

/// Shows calls with the system's own screen.
@MainActor
final class CallScreen: NSObject {
    private let provider: CXProvider

    override init() {
        let configuration = CXProviderConfiguration()
        configuration.supportsVideo = true
        configuration.supportedHandleTypes = [.phoneNumber]
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: .main)
    }

    /// Reports the call. It must be called before the push's handler returns: an app that reports
    /// no call is terminated.
    func show(_ call: IncomingCall) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: call.handle)
        update.localizedCallerName = call.name
        update.hasVideo = call.hasVideo
        provider.reportNewIncomingCall(with: call.id, update: update) { _ in }
    }
}

extension CallScreen: CXProviderDelegate {
    nonisolated func providerDidReset(_ provider: CXProvider) {}

    #if canImport(CallKit)
    nonisolated func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        action.fulfill()
    }

    nonisolated func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        action.fulfill()
    }
    #endif
}

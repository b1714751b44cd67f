// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The methods that inform an app about calls. Available since iOS 10.0.
///
/// The virtual phone does not show calls and therefore never invokes these methods. Every
/// requirement except the first is optional and has a default implementation.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// The provider was reset; all calls have ended.
    func providerDidReset(_ provider: CXProvider)
    /// The provider is ready for use.
    func providerDidBegin(_ provider: CXProvider)
    /// The app should execute a transaction. Returns whether the app handles the transaction as a
    /// whole.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
    /// The app should start a call.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)
    /// The person answered the call.
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
    /// The person ended the call.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)
    /// The person puts a call on hold or resumes it.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
    /// The person mutes or unmutes a call.
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
    /// The app should play DTMF tones.
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
    /// An action was not completed in time.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
    /// The call's audio session was activated.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
    /// The call's audio session was deactivated.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

extension CXProviderDelegate {
    public func providerDidBegin(_ provider: CXProvider) {}

    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        false
    }

    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) { action.fail() }

    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        action.fail()
    }

    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}

    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}

    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}

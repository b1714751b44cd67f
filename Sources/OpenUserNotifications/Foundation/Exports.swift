// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Apple's frameworks hand Foundation on to whoever imports them, and with it URLSession, which on
// other systems lies in a module of its own.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Observation

#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif

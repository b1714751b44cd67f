// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The coder of the control API's resources, which is that of all HTTP APIs of Bellhop.
public typealias ControlJSON = APIJSON

// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// What Foundation hands on only on Apple's systems and the kit uses there, after Apple's published
// declarations. `scripts/check-kit.sh` compiles this into the kit; nothing here runs.
import Foundation

typealias CFTypeID = UInt
typealias CFTypeRef = Any

func CFGetTypeID(_ value: CFTypeRef) -> CFTypeID { 0 }
func CFBooleanGetTypeID() -> CFTypeID { 0 }

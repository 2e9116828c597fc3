;; Scores `rows` vectors of signed bytes against a query of signed 16-bit integers:
;; scores[i] = dot(query, row[i]) * scales[i].
;; `bytes` is the length of a row, a multiple of 16; query, rows and scales lie in the imported memory.
;; The assembled bytes are in scan-bytes.ts; its test compares them with this file.
(module
  (import "knote" "memory" (memory 1))
  (func (export "scan")
    (param $query i32) (param $row i32) (param $scale i32) (param $score i32) (param $rows i32) (param $bytes i32)
    (local $scoresEnd i32) (local $rowEnd i32) (local $q i32)
    (local $v v128) (local $low v128) (local $high v128)
    (local.set $scoresEnd (i32.add (local.get $score) (i32.shl (local.get $rows) (i32.const 2))))
    (block $done
      (loop $nextRow
        (br_if $done (i32.ge_u (local.get $score) (local.get $scoresEnd)))
        (local.set $q (local.get $query))
        (local.set $rowEnd (i32.add (local.get $row) (local.get $bytes)))
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (loop $next16
          (local.set $v (v128.load (local.get $row)))
          (local.set $low (i32x4.add (local.get $low)
            (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $v)) (v128.load (local.get $q)))))
          (local.set $high (i32x4.add (local.get $high)
            (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $v)) (v128.load offset=16 (local.get $q)))))
          (local.set $q (i32.add (local.get $q) (i32.const 32)))
          (local.set $row (i32.add (local.get $row) (i32.const 16)))
          (br_if $next16 (i32.lt_u (local.get $row) (local.get $rowEnd))))
        ;; Sum the lanes: halves first, then the two that are left.
        (local.set $low (i32x4.add (local.get $low) (local.get $high)))
        (local.set $low (i32x4.add (local.get $low)
          (i8x16.shuffle 8 9 10 11 12 13 14 15 0 1 2 3 4 5 6 7 (local.get $low) (local.get $low))))
        (f32.store (local.get $score)
          (f32.mul (f32.load (local.get $scale))
            (f32.convert_i32_s (i32.add (i32x4.extract_lane 0 (local.get $low)) (i32x4.extract_lane 1 (local.get $low))))))
        (local.set $scale (i32.add (local.get $scale) (i32.const 4)))
        (local.set $score (i32.add (local.get $score) (i32.const 4)))
        (br $nextRow)))))

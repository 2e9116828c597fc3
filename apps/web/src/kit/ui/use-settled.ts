import { useEffect, useState } from "react";

/** Returns the value once it has stayed the same for `milliseconds`. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settledValue;
}

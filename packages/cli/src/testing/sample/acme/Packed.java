package acme;

import java.io.ObjectInput;
import java.io.ObjectOutput;

public class Packed implements java.io.Externalizable {
    private static final long serialVersionUID = 9L;
    public int a;
    @Override public void writeExternal(ObjectOutput out) { }
    @Override public void readExternal(ObjectInput in) { }
}
